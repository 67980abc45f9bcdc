// The table of rules, where the matchers can name a row at compile time. Internal to guard/.
//
// A shape (shapes.h) is a literal with classes in it: "ghp_[a36+]" is "ghp_" and at least 36
// letters and digits, "[u16]" exactly 16 capitals and digits, "[d8-10]" from 8 to 10 digits,
// "[U]" a UUID, "~" a blank, "^" a tilde. "<h32>-us[d1-2]" is known by what stands in its middle:
// 32 hex digits stand before "-us". One that begins with "?" has a short or common beginning and
// needs digits and variety behind it.

#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "guard/scanner.h"

namespace loci::guard {

inline constexpr std::string_view kUsable = "whoever reads the note can act as its owner";
inline constexpr std::string_view kUnseen = "a person does not see what a model reads there";
inline constexpr std::string_view kOrders =
    "a note is reference: one that gives orders to its reader may come from somebody else";

[[nodiscard]] constexpr Rule token_rule(std::string_view id, std::string_view about,
                                        std::string_view shapes) {
  return {id, RuleKind::Secret, Severity::Block, about, kUsable, shapes};
}
[[nodiscard]] constexpr Rule secret_rule(std::string_view id, Severity severity,
                                         std::string_view about, std::string_view shapes = {}) {
  return {id, RuleKind::Secret, severity, about, kUsable, shapes};
}

inline constexpr std::array kRules{
    // Clouds
    token_rule("aws-key", "an AWS access key",
               "AKIA[u16] ASIA[u16] ABIA[u16] ACCA[u16] A3T[u17] ABSK[b100+] "
               "bedrock-api-key-[b20+] amzn.mws.[U]"),
    token_rule("google-key", "a Google key or token",
               "?AIza[t35] ya29.[t20+] GOCSPX-[t20+] ?1//0[t40+] ?AAAA[t7]:[t130+]"),
    token_rule(
        "azure-key", "an Azure key or secret",
        "AccountKey=[b40+] SharedAccessKey=[b40+] ?sig=[p43+] <a20>JQQJ99[a10+] ?<n4>Q^[n31+]"),
    token_rule("digitalocean-token", "a DigitalOcean token",
               "dop_v1_[l40+] doo_v1_[l40+] dor_v1_[l40+]"),
    token_rule("alibaba-key", "an Alibaba or Tencent cloud key", "?LTAI[a12-24] ?AKID[a32-36]"),
    token_rule("yandex-token", "a Yandex cloud token", "AQVN[t35+] ?t1.[t60+]"),
    token_rule("cloudflare-token", "a Cloudflare token",
               "v1.0-[l24]-[l100+] cfut_[a30+] cfat_[a30+] cfk_[a30+]"),
    token_rule("heroku-key", "a Heroku key", "HRKU-AA[t40+] HRKU-[U]"),
    token_rule(
        "hosting-token", "a token of a hosting service",
        "nfp_[a30+] ?rnd_[a24+] fm2_[b40+] ?fo1_[t40+] vercel_blob_rw_[w20+] ?vcp_[a24+] "
        "?vck_[a24+] ?pul-[l40] sbp_[l40+] sb_secret_[t20+] <a14>.atlasv1.[t40+] "
        "?SCW[u17] ?EXO[h24] ucat_[u20+] ?K00[b28] tk-us-[t48] AVNS_[t18+] cal_live_[l32+] "
        "retool_[a26+] "
        "mainnet.infura.io/v3/[h32] appid=[h32] collectors.sumologic.com/receiver/v1/http/[b40+] "
        "<n1>/private-[h32]/basic.ics g.alchemy.com/v2/[t32] dnsimple_a_[a32+] "
        "dnsimple_u_[a32+] nfo_[a30+] nfc_[a30+] nfu_[a30+] nfb_[a30+] ?vci_[a24+] ?vca_[a24+] "
        "?vcr_[a24+] "
        "?akab-[l16]-[l16] ?tid_[w20+] tsec_[t30+] ?ion_[l40+] alcht_[a28+] quiknode.pro/[h40] "
        "ptr_[b40+] <n1>@pam![t1+]=[U] <n1>@pve![t1+]=[U] <n1>@pbs![t1+]=[U] "
        "?syt_[a1+]_[a16+]_[a6] "
        "?eyJhIjoi[b100+] --token~[l6].[l16] token-[l5]:[l54]"),
    token_rule(
        "database-token", "a token of a database service",
        "pscale_tkn_[n20+] pscale_oauth_[n20+] pscale_pw_[n20+] napi_[a40+] "
        "mdb_sa_sk_[t20+] dapi[h32] dapi[h32]-[d1-2] ?dapi[l32] ?pcsk_[w40+] dkea[h32] ?dose[h32] "
        "xau_[a30+] CCDB1_[a22]_[a40] dbtc_[t40+] dbtu_[t40+] hxtp_[h64] cosmo_[h32] "
        "AstraCS:[a20+]:[h64] ?p.eyJ[t30+] ?fnA[t37]"),
    // Code and packages
    token_rule("github-token", "a GitHub token",
               "ghp_[a36+] gho_[a36+] ghu_[a36+] ghs_[a36+] ghr_[a36+] ?ghp_[a24+] ?gho_[a24+] "
               "?ghu_[a24+] ?ghs_[a24+] ?ghr_[a24+] github_pat_[w36+] "
               "ghs_[p60+]"),
    token_rule("gitlab-token", "a GitLab token",
               "glpat-[n20+] gldt-[t20+] glptt-[t20+] glrt-[n20+] glrtr-[t20+] glcbt-[t20+] "
               "glft-[t20+] glimt-[t20+] glagent-[t20+] glsoat-[t20+] gloas-[t20+] glffct-[t20+] "
               "?GR1348941[t20+] glwt-[t20+]"),
    token_rule("atlassian-token", "an Atlassian or Bitbucket token",
               "ATATT3[p60+] ATCTT3[p60+] ATBB[a28+] ?ATOA[a28+] BBDC-[b40+]"),
    token_rule("npm-token", "an npm token", "npm_[a36+]"),
    token_rule("package-token", "a token of a package registry",
               "pypi-AgE[t50+] rubygems_[l40+] oy2[l43] ?cio[a32] CLOJARS_[l60] dckr_pat_[t24+] "
               "dckr_oat_[t24+] packagist_ack_[a20+] packagist_uut_[a20+] ?AKCp[a60+] "
               "?cmVmdGtu[t40+] ?cmVmd[a59]"),
    token_rule(
        "ci-token", "a token of a build or quality service",
        "CCIPAT_[w30+] CCIPRJ_[w30+] bkua_[l40] bkpt_[l40] sqp_[l40] squ_[l40] sqa_[l40] "
        "?API-[u26] ?ico-[a32] pnu_[a36] pnb_[a36] sgp_[a40] sgp_[a16]_[a40] sgp_local_[a40] "
        "?pat.[t22].[h24].[a20] "
        "dnkey-[t26+] snyk_uat.[h8].[t30+] ddp_[a36] ddw_[a36] tr_dev_[a20+] tr_prod_[a20+] "
        "endr+[a16] sha256^[t43] hbp_[a36] xaat-[U] xapt-[U] "
        "signkey-prod-[h40+] signkey-test-[h40+] chpt_[l12+] jsrp_[a30+] jsrd_[a30+] slk_[h64] "
        "hawk.[t20].[t20] "
        "?sktsec_[t20+] odt_[a30+] ?eyJ0eXAiOiAiVENWMiJ9.[t10+] ?web_[h64] crsr_[h64] ?key_[h64] "
        "configcat-sdk-1/[t22]/[t22] ?ser.[a22] secret-token:[p20+] ?<a76>AZDO[a4]"),
    // Talking
    token_rule(
        "slack-token", "a Slack token or webhook",
        "xoxb-[t16+] xoxp-[t16+] xoxa-[t20+] xoxr-[t20+] xoxs-[t20+] xoxo-[t20+] xoxc-[t20+] "
        "xoxd-[p20+] xoxe-[t20+] xoxe.xoxb-[t20+] xoxe.xoxp-[t20+] xapp-[t20+] "
        "hooks.slack.com/services/T[w6+]/B[w6+]/[a18+] "
        "hooks.slack.com/workflows/T[w6+]/A[w6+]/[d10+]/[a18+] "
        "hooks.slack.com/triggers/T[w6+]/[d8+]/[a18+]"),
    token_rule("discord-token", "a Discord token or webhook",
               "?M[t23-27].[t6-7].[t27-40] ?N[t23-27].[t6-7].[t27-40] ?O[t23-27].[t6-7].[t27-40] "
               "mfa.[t80+] discord.com/api/webhooks/[d16-20]/[t40+] "
               "discordapp.com/api/webhooks/[d16-20]/[t40+]"),
    token_rule("telegram-token", "a Telegram bot token", "<d8>:AA[t32-34]"),
    token_rule("teams-webhook", "a Teams webhook",
               "webhook.office.com/webhookb2/[U]@[U]/IncomingWebhook/[h32]/[U] "
               "outlook.office.com/webhook/[U]@[U]/IncomingWebhook/[h32]/[U] "
               "<n1>/IncomingWebhook/[a32]/[t36]"),
    token_rule("twilio-key", "a Twilio key", "?SK[h32]"),
    token_rule("mail-key", "a key of a mail service",
               "SG.[t16+].[t30+] key-[h32] ?key-[l32] <h32>-us[d1-2] ?<l32>-us[d1-2] "
               "xkeysib-[a40+]-[a12+] "
               "xsmtpsib-[a40+]-[a12+] ?re_[a8+]_[a16+] mlsn.[a40+] ?<h32>-[h8]-[h8] "
               "?<x12>:fx ?md-[t22] os_v2_app_[l40+] os_v2_org_[l40+] ?tk_[l29] ?o.[a32] "
               "?KEY[x32]_[t20+] ?KEY[a50+] kit_[h40+]"),
    // Money
    token_rule("stripe-key", "a Stripe key",
               "sk_live_[a16+] rk_live_[a16+] sk_test_[a16+] rk_test_[a16+] sk_org_[a16+] "
               "?whsec_[b24+]"),
    token_rule("square-token", "a Square token", "sq0atp-[t22+] sq0csp-[t40+] ?EAAA[t58+]"),
    token_rule("shopify-token", "a Shopify token",
               "shpat_[a30+] shpca_[a30+] shppa_[a30+] shpss_[a30+] shptka_[a30+] shpua_[a30+] "
               "shpit_[a30+]"),
    token_rule("payment-key", "a key of a payment or shipping service",
               "access_token$production$[l16]$[h32] access_token$sandbox$[l16]$[h32] "
               "FLWSECK-[a12+]-X FLWSECK_TEST-[a12+] ?EZAK[a50+] ?EZTK[a50+] shippo_live_[l40] "
               "shippo_test_[l40] duffel_live_[t40+] duffel_test_[t40+] access-production-[U] "
               "access-sandbox-[U] access-development-[U] ?live_[a30] ?live_[h35] ?test_[h35] "
               "?rzp_live_[a14]:[a20+] "
               "polar_oat_[a30+] polar_pat_[a30+] "
               "sk1_[h64] pdl_live_apikey_[l26]_[a22]_[a3] pdl_sdbx_apikey_[l26]_[a22]_[a3] "
               "xnd_production_[a30+] xnd_development_[a30+] Mid-server-[t20+] skey_live_[l19] "
               "skey_test_[l19] APP_USR-[d12+]-[d6]-[h32] ?TEST-[d12+]-[d6]-[h32] ?sk_sbox_[l26+] "
               "live_sk_[a20+] test_sk_[a20+] ?pk_prod_[u28] shltm_[a40+] ?sk_[l26] "
               "?sk_prod_[a20+] ?sk_dev_[t30+]"),
    // Models
    token_rule("anthropic-key", "an Anthropic key", "sk-ant-[t20+]"),
    token_rule("openai-key", "an OpenAI key, or one of the same form",
               "sk-proj-[t20+] sk-svcacct-[t20+] sk-admin-[t20+] sk-None-[t20+] ?sk-[a32+] "
               "?sk-[a15+]T3BlbkFJ[a15+] sess-[a40]"),
    token_rule("huggingface-token", "a Hugging Face token", "hf_[a34] ?hf_[a30+] api_org_[a30+]"),
    token_rule(
        "model-key", "a key of a model service",
        "sk-or-v1-[a40+] gsk_[a40+] xai-[a40+] pplx-[a40+] r8_[a30+] tgp_v1_[t40+] "
        "?fw_[a22+] ?csk-[a40+] ?sk_[h48] ?pa-[t40+] lsv2_pt_[l32]_[l10] lsv2_sk_[l32]_[l10] "
        "sk-lf-[U] nvapi-[t40+] wandb_v1_[w40+] ?jina_[w40+] ?tvly-[t20+] ?fc-[l32] "
        "ls__[h32] sk-helicone-[t20+] esecret_[a20+] ?opk_[h32+] bb_live_[t20+] e2b_[l40] "
        "?rpa_[u30+] apify_api_[a30+] ?BSA[t27] ?ak-[a22] ?as-[a22] "
        "llx-[a40+] ?ck-[a40+] luma-[U]-[U] ?<h32>.[a16] bce-v3/ALTAK-[a20+]/[h40] ?AKLT[t40+] "
        "?<l10>msh[l36+] ?secret_[a16+]_[a16+] sk-cp-[t40+]"),
    // Watching and working
    token_rule("datadog-key", "a Datadog key", "ddapp_[a32+] ddapi_[a32+] ddpat_[a20+]"),
    token_rule(
        "monitoring-token", "a token of a monitoring service",
        "NRAK-[u27] NRJS-[l19] NRII-[t32] NRAA-[h27] NRIQ-[t20+] NRRA-[a40+] NRSP-[t30+] "
        "?<h30>NRAL sntrys_[p40+] sntryu_[a40+] "
        "glsa_[a32]_[a8] ?glc_[b32+] ?eyJrIjoi[b60+] dt0c01.[a20+].[a50+] dt0s16.[u8+].[u50+] "
        "?hcaik_[l40+] ?hcbik_[l40+] phx_[a32+] phs_[a32+] "
        "GenieKey~[U] ?cu_[h32] ?u[d7]-[h24] phx_[a30+] "
        "pdus+[w20+] ?u+[t18] ?secret-[a40] BBFF-[t30+] BBUS-[t30+] ?NF-[a32]"),
    token_rule("vault-token", "a HashiCorp Vault token",
               "hvs.[t20+] hvb.[t24+] hvr.[t24+] ?s.[a24] "
               "st.[h24].[h32].[h32]"),
    token_rule(
        "doppler-token", "a Doppler token",
        "dp.pt.[a40+] dp.st.[n40+] dp.ct.[a40+] dp.sa.[a40+] dp.scim.[a40+] dp.audit.[a40+]"),
    token_rule("linear-key", "a Linear key", "lin_api_[a32+] lin_oauth_[a32+]"),
    token_rule(
        "workspace-token", "a token of an office service",
        "secret_[a43] ntn_[a40+] ?pat[a14].[a64] figd_[t36+] figdr_[t36+] "
        "PMAK-[a24]-[a34] CFPAT-[t40+] pat-na1-[t36] pat-na2-[t36] pat-eu1-[t36] tfp_[t40+] "
        "?1/[d16]:[h32] ?2/[d12+]/[d12+]:[h32] ?sl.[t100+] ?00D[a12]![p60+] rdme_[l70] "
        "ops_eyJ[t60+] A3-[u6]-[u6]-[u5]-[u5]-[u5] ?sdk-[U] ?api-[U] "
        "aio_[a28] hooks.zapier.com/hooks/catch/[d5+]/[l5+] hooks.airtable.com/workflows/v1/[a20+] "
        "fio-u-[t60+] ?pk_[d6+]_[u32] ATTA[h60+] ?p8e-[a32] sm_pat_[a16+] sm_aat_[a16+] "
        "sm_sat_[a16+] s-s4t2ud-[h64] s-s4t2af-[h64] hook.eu1.make.com/[l20+] "
        "hook.us1.make.com/[l20+] "
        "open.feishu.cn/open-apis/bot/v2/hook/[U] open.larksuite.com/open-apis/bot/v2/hook/[U] "
        "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=[U] "
        "oapi.dingtalk.com/robot/send?access_token=[h40+] maker.ifttt.com/use/[t20+] "
        "<n1>/with/key/[t20+] "
        "dG9rOg[b50+] api_[a22].[a22] tkn.v1_[b40+] ?1000.[h32].[h32] <a29>_mmk ?gb_api_[a20+] "
        "?tines.com/webhook/[h32]/[h32] <n1>/owa/calendar/[p30+]@[p4+]/[h32+] "
        "caldav.icloud.com/published/2/[t40+] ?<n1>/hooks/[l26] ?<n1>/hooks/[a17]/[a60+] "
        "secret-live-[t30+] secret-test-[t30+] RGAPI-[U] permit_key_[a40+] 0.[U].[a20+]:[b20+]"),
    token_rule("tailscale-key", "a Tailscale key",
               "tskey-auth-[t16+] tskey-api-[t16+] tskey-client-[t16+] tskey-scim-[t16+] "
               "tskey-webhook-[t16+]"),
    token_rule("social-token", "a token of a social network",
               "?EAAC[a60+] ?EAAB[a60+] ?EAAG[a60+] ?EAAD[a60+] ?EAAE[a60+] ?EAA[a100+] "
               "?<d15>|[t27] IGQV[t60+] "
               "?AAAAAAAAAAAAAAAAAAAAA[p50+] ?oauth:[l30] sk.eyJ[t40+] "
               "EAACEdEose0cBA[a1+] IGAA[t60+] WPL_AP1.[a10+].[b10+] ?vk1.a.[t60+] ?y0_[t50+] "
               "_|WARNING:-DO-NOT-SHARE-THIS ?act.[a40+]"),
    // Of any service
    token_rule("named-token", "a token with a telling prefix",
               "?live_[a20+] ?test_[a24+] ?secret_[a20+] ?token_[a20+] ?pat_[a20+] ?apikey_[a20+] "
               "?sk_[a20+] ?key_[a24+] ?api_[a24+] ?access_[a24+] ?live-[a20+] ?secret-[a20+] "
               "?token-[a20+] ?pat-[a20+] ?sk-[a20+] ?key-[a24+] ?api-[a24+] ?apikey-[a20+]"),
    token_rule("jwt", "a signed token (JWT)",
               "eyJ[t10+].eyJ[t10+].[t16+] ?eyJ[t16+].[t16+].[t20+]"),
    token_rule(
        "bearer-token", "an Authorization header with its token",
        "?Bearer~[p20+] ?bearer~[p20+] ?BEARER~[p20+] Authorization:~Basic~[b12+] "
        "authorization:~Basic~[b12+] Authorization:~basic~[b12+] authorization:~basic~[b12+] "
        "?bearer~is~[p20+] ?Bearer~is~[p20+] ?bearer:~[p20+] ?Bearer:~[p20+] ?bearer=[p20+] "
        "?bearer~token~is~[p20+] ?Authorization:~token~[p20+] ?SSWS~00[t38+]"),
    token_rule(
        "private-key", "a private key",
        "AGE-SECRET-KEY-1[u58] AGE-SECRET-KEY-PQ-1[u58+] b3BlbnNzaC1rZXktdjE[b40+] "
        "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRV[b40+] LS0tLS1CRUdJTiBQUklWQVRFIEtFWS[b40+] "
        "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS[b40+] LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUg[b40+] "
        "LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURSBL[b40+] LS0tLS1CRUdJTiBEU0EgUFJJVkFURSBLRV[b40+] "
        "LS0tLS1CRUdJTiBQR1AgUFJJVkFURS[b40+] MIIEpAIBAAKCAQEA[b60+] MIIEowIBAAKCAQEA[b60+] "
        "MIIEvQIBADANBgkqhkiG9w0BAQ[b60+] MIIEvgIBADANBgkqhkiG9w0BAQ[b60+] "
        "MC4CAQAwBQYDK2VwBCIEI[b40+] ?\"d\":\"[t40+] ?\"d\":~\"[t40+] "
        "xprv[a100+] yprv[a100+] zprv[a100+] RWRTY0Iy[b100+] nsec1[l58] ?SU[u56] ?SA[u56] ?5K[a49] "
        "?5J[a49] "
        "?5H[a49]"),
    token_rule("password-hash", "the hash of a password",
               "$apr1$[c1-8]$[c22] $2y$[d2]$[c53] $2a$[d2]$[c53] $2b$[d2]$[c53] $6$[c1-16]$[c60+] "
               "$5$[c1-16]$[c43] $1$[c1-8]$[c22] $y$[c1+]$[c1+]$[c43] {SHA}[b28] {SSHA}[b32+]"),
    secret_rule("password-value", Severity::Block, "a password after its label"),
    secret_rule("secret-value", Severity::Block, "a key or token after its label"),
    secret_rule("url-password", Severity::Block, "a password in a URL or connection string"),
    secret_rule("login-line", Severity::Block, "a login with its password on one line"),
    secret_rule("password-told", Severity::Quarantine, "a sentence that gives away a password"),
    // What a reader does not see
    Rule{"tag-characters", RuleKind::Hidden, Severity::Block, "tag characters that nobody sees",
         kUnseen},
    Rule{"bidi-control", RuleKind::Hidden, Severity::Block,
         "a control character that changes the direction of text", kUnseen},
    Rule{"terminal-escape", RuleKind::Hidden, Severity::Block, "an escape sequence for a terminal",
         "it can hide or change what a terminal shows"},
    Rule{"invisible-characters", RuleKind::Hidden, Severity::Quarantine,
         "characters that nobody sees", kUnseen},
    Rule{"control-character", RuleKind::Hidden, Severity::Quarantine, "a control character",
         "it can hide or change what a terminal shows"},
    Rule{"direction-mark", RuleKind::Hidden, Severity::Warn,
         "a direction mark in a line of one direction", kUnseen},
    // What speaks to the model
    Rule{"injection", RuleKind::Injection, Severity::Quarantine,
         "an order to the model that reads the note", kOrders},
    Rule{"chat-template", RuleKind::Injection, Severity::Quarantine,
         "a marker that models take for the beginning of a turn", kOrders},
    Rule{"transcript", RuleKind::Transcript, Severity::Quarantine, "a raw conversation",
         "a note says what is worth knowing: of a conversation, what came out of it"},
    Rule{"merge-conflict", RuleKind::Conflict, Severity::Block, "the markers of a merge conflict",
         "two versions stand in one text, and nobody decided"},
};

// The row of a rule; a name that is none does not compile.
[[nodiscard]] consteval std::size_t rule_row(std::string_view id) {
  std::size_t row = 0;
  while (kRules[row].id != id) ++row;
  return row;
}

}  // namespace loci::guard
