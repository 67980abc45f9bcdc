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
               "AKIA[u16] ASIA[u16] ABIA[u16] ACCA[u16] A3T[u17] ABSK[b100+] amzn.mws.[U]"),
    token_rule("google-key", "a Google key or token",
               "?AIza[t35] ya29.[t20+] GOCSPX-[t20+] ?1//0[t40+] ?AAAA[t7]:[t130+]"),
    token_rule(
        "azure-key", "an Azure key or secret",
        "AccountKey=[b40+] SharedAccessKey=[b40+] ?sig=[p43+] <a20>JQQJ99[a10+] ?<n4>Q^[n31+]"),
    token_rule("digitalocean-token", "a DigitalOcean token",
               "dop_v1_[h40+] doo_v1_[h40+] dor_v1_[h40+]"),
    token_rule("alibaba-key", "an Alibaba or Tencent cloud key", "?LTAI[a12-24] ?AKID[a32-36]"),
    token_rule("yandex-token", "a Yandex cloud token", "AQVN[t35+] ?t1.[t60+]"),
    token_rule("cloudflare-token", "a Cloudflare token",
               "v1.0-[h24]-[h100+] cfut_[a30+] cfat_[a30+] cfk_[a30+]"),
    token_rule("heroku-key", "a Heroku key", "HRKU-AA[t40+] HRKU-[U]"),
    token_rule(
        "hosting-token", "a token of a hosting service",
        "nfp_[a30+] ?rnd_[a24+] fm2_[b40+] ?fo1_[t40+] vercel_blob_rw_[w20+] ?vcp_[a24+] "
        "?vck_[a24+] pul-[h40] sbp_[h40] sb_secret_[t20+] <a14>.atlasv1.[t40+] "
        "?SCW[u17] ?EXO[h24] ucat_[u20+] ?K00[b28] tk-us-[t48] AVNS_[t18+] cal_live_[h32] "
        "retool_[a26+] "
        "mainnet.infura.io/v3/[h32] appid=[h32] collectors.sumologic.com/receiver/v1/http/[b40+] "
        "/private-[h32]/basic.ics g.alchemy.com/v2/[t32] dnsimple_a_[a32+] "
        "dnsimple_u_[a32+] ?eyJhIjoi[b100+] ?--token~[l6].[l16] token-[l5]:[l54]"),
    token_rule("database-token", "a token of a database service",
               "pscale_tkn_[n20+] pscale_oauth_[n20+] pscale_pw_[n20+] napi_[a40+] "
               "mdb_sa_sk_[t20+] dapi[h32] dapi[h32]-[d1-2] ?pcsk_[w40+] dkea[h32] ?dose[h32] "
               "xau_[a30+] CCDB1_[a22]_[a40] dbtc_[t40+] dbtu_[t40+] hxtp_[h64]"),
    // Code and packages
    token_rule("github-token", "a GitHub token",
               "ghp_[a36+] gho_[a36+] ghu_[a36+] ghs_[a36+] ghr_[a36+] github_pat_[w36+] "
               "ghs_[p60+]"),
    token_rule("gitlab-token", "a GitLab token",
               "glpat-[n20+] gldt-[t20+] glptt-[h30+] glrt-[n20+] glrtr-[t20+] glcbt-[t20+] "
               "glft-[t20+] glimt-[t20+] glagent-[t20+] glsoat-[t20+] gloas-[t20+] glffct-[t20+] "
               "?GR1348941[t20+] glwt-[t20+]"),
    token_rule("atlassian-token", "an Atlassian or Bitbucket token",
               "ATATT3[p60+] ATCTT3[p60+] ATBB[a28+] ?ATOA[a28+]"),
    token_rule("npm-token", "an npm token", "npm_[a36+]"),
    token_rule("package-token", "a token of a package registry",
               "pypi-AgE[t50+] rubygems_[h48] oy2[l43] ?cio[a32] CLOJARS_[h60] dckr_pat_[t24+] "
               "dckr_oat_[t24+] packagist_ack_[a20+] packagist_uut_[a20+] ?AKCp[a60+] "
               "?cmVmdGtu[t40+]"),
    token_rule(
        "ci-token", "a token of a build or quality service",
        "CCIPAT_[w30+] CCIPRJ_[w30+] bkua_[h40] bkpt_[h40] sqp_[h40] squ_[h40] sqa_[h40] "
        "?API-[u26] ?ico-[a32] pnu_[a36] pnb_[a36] sgp_[x40] sgp_[x16]_[x40] sgp_local_[x40] "
        "?pat.[t22].[h24].[a20] "
        "dnkey-[t26]-[t52] snyk_uat.[h8].[t30+] ddp_[a36] ddw_[a36] tr_dev_[a20+] tr_prod_[a20+] "
        "endr+[a16] sha256^[t43] hbp_[a36] xaat-[U] xapt-[U]"),
    // Talking
    token_rule(
        "slack-token", "a Slack token or webhook",
        "xoxb-[t20+] xoxp-[t20+] xoxa-[t20+] xoxr-[t20+] xoxs-[t20+] xoxo-[t20+] xoxc-[t20+] "
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
               "webhook.office.com/webhookb2/[U]@[U]/IncomingWebhook/[h32]/[U]"),
    token_rule("twilio-key", "a Twilio key", "?SK[h32]"),
    token_rule("mail-key", "a key of a mail service",
               "SG.[t16+].[t30+] key-[h32] <h32>-us[d1-2] xkeysib-[h40+]-[a12+] "
               "xsmtpsib-[h40+]-[a12+] ?re_[a8+]_[a16+] mlsn.[h40+] ?<h32>-[h8]-[h8] "
               "?<x12>:fx"),
    // Money
    token_rule("stripe-key", "a Stripe key",
               "sk_live_[a16+] rk_live_[a16+] sk_test_[a16+] rk_test_[a16+] sk_org_[a16+] "
               "?whsec_[b24+]"),
    token_rule("square-token", "a Square token", "sq0atp-[t22+] sq0csp-[t40+] ?EAAA[t58+]"),
    token_rule("shopify-token", "a Shopify token",
               "shpat_[x32] shpca_[x32] shppa_[x32] shpss_[x32] shptka_[x32] shpua_[x32]"),
    token_rule("payment-key", "a key of a payment or shipping service",
               "access_token$production$[l16]$[h32] access_token$sandbox$[l16]$[h32] "
               "FLWSECK-[x12+]-X FLWSECK_TEST-[a12+] ?EZAK[a50+] ?EZTK[a50+] shippo_live_[h40] "
               "shippo_test_[h40] duffel_live_[t40+] duffel_test_[t40+] access-production-[U] "
               "access-sandbox-[U] access-development-[U] ?live_[a30] ?rzp_live_[a14]:[a20+] "
               "?live_[h35] ?test_[h35] polar_oat_[a30+] polar_pat_[a30+] "
               "sk1_[h64]"),
    // Models
    token_rule("anthropic-key", "an Anthropic key", "sk-ant-[t20+]"),
    token_rule("openai-key", "an OpenAI key, or one of the same form",
               "sk-proj-[t20+] sk-svcacct-[t20+] sk-admin-[t20+] sk-None-[t20+] ?sk-[a32+] "
               "?sk-[a15+]T3BlbkFJ[a15+] sess-[a40]"),
    token_rule("huggingface-token", "a Hugging Face token", "?hf_[a30+] api_org_[a30+]"),
    token_rule(
        "model-key", "a key of a model service",
        "sk-or-v1-[h40+] gsk_[a40+] xai-[a40+] pplx-[a40+] r8_[a37+] tgp_v1_[t40+] "
        "?fw_[a22+] ?csk-[a40+] ?sk_[h48] ?pa-[t40+] lsv2_pt_[h32]_[h10] lsv2_sk_[h32]_[h10] "
        "sk-lf-[U] nvapi-[t40+] wandb_v1_[w40+] ?jina_[w40+] ?tvly-[t20+] ?fc-[h32] "
        "ls__[h32] sk-helicone-[t20+] esecret_[a20+] ?opk_[h32+] bb_live_[t20+] e2b_[h40] "
        "?rpa_[u30+] apify_api_[a30+] ?BSA[t27] ?ak-[a22] ?as-[a22]"),
    // Watching and working
    token_rule("datadog-key", "a Datadog key", "ddapp_[a32+] ddapi_[a32+] ddpat_[a20+]"),
    token_rule(
        "monitoring-token", "a token of a monitoring service",
        "NRAK-[u27] NRJS-[l19] NRII-[t32] NRAA-[h27] ?<h30>NRAL sntrys_[p40+] sntryu_[h40+] "
        "glsa_[a32]_[x8] ?glc_[b32+] ?eyJrIjoi[b60+] dt0c01.[u20+].[u50+] dt0s16.[u8+].[u50+] "
        "?hcaik_[l40+] ?hcbik_[l40+] phx_[a32+] phs_[a32+] "
        "GenieKey~[U] ?cu_[h32] ?u[d7]-[h24] phx_[a30+]"),
    token_rule("vault-token", "a HashiCorp Vault token",
               "hvs.[t24+] hvb.[t24+] hvr.[t24+] ?s.[a24] "
               "st.[h24].[h32].[h32]"),
    token_rule(
        "doppler-token", "a Doppler token",
        "dp.pt.[a40+] dp.st.[n40+] dp.ct.[a40+] dp.sa.[a40+] dp.scim.[a40+] dp.audit.[a40+]"),
    token_rule("linear-key", "a Linear key", "lin_api_[a32+] lin_oauth_[a32+]"),
    token_rule(
        "workspace-token", "a token of an office service",
        "secret_[a43] ntn_[a40+] ?pat[a14].[h64] figd_[t36+] figdr_[t36+] "
        "PMAK-[h24]-[h34] CFPAT-[t40+] pat-na1-[U] pat-na2-[U] pat-eu1-[U] tfp_[t40+] "
        "?1/[d16]:[h32] ?2/[d12+]/[d12+]:[h32] ?sl.[t100+] ?00D[a12]![p60+] rdme_[l70] "
        "ops_eyJ[t60+] A3-[u6]-[u6]-[u5]-[u5]-[u5] ?sdk-[U] ?api-[U] "
        "aio_[a28] hooks.zapier.com/hooks/catch/[d5+]/[l5+] hooks.airtable.com/workflows/v1/[a20+] "
        "fio-u-[t60+] ?pk_[d6+]_[u32] ATTA[h60+] ?p8e-[a32] sm_pat_[a16+] sm_aat_[a16+] "
        "sm_sat_[a16+] s-s4t2ud-[h64] s-s4t2af-[h64] hook.eu1.make.com/[l20+] "
        "hook.us1.make.com/[l20+] "
        "open.feishu.cn/open-apis/bot/v2/hook/[U] open.larksuite.com/open-apis/bot/v2/hook/[U] "
        "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=[U]"),
    token_rule("tailscale-key", "a Tailscale key",
               "tskey-auth-[t16+] tskey-api-[t16+] tskey-client-[t16+] tskey-scim-[t16+] "
               "tskey-webhook-[t16+]"),
    token_rule("social-token", "a token of a social network",
               "?EAAC[a60+] ?EAAB[a60+] ?EAAG[a60+] ?EAAD[a60+] ?EAAE[a60+] ?EAA[a100+] "
               "?<d15>|[t27] IGQV[t60+] "
               "?AAAAAAAAAAAAAAAAAAAAA[p50+] ?oauth:[l30] sk.eyJ[t40+]"),
    // Of any service
    token_rule("jwt", "a signed token (JWT)", "eyJ[t10+].eyJ[t10+].[t16+]"),
    token_rule(
        "bearer-token", "an Authorization header with its token",
        "?Bearer~[p20+] ?bearer~[p20+] ?BEARER~[p20+] Authorization:~Basic~[b12+] "
        "authorization:~Basic~[b12+] Authorization:~basic~[b12+] authorization:~basic~[b12+] "
        "?Authorization:~token~[p20+] ?SSWS~00[t38+]"),
    token_rule(
        "private-key", "a private key",
        "AGE-SECRET-KEY-1[u58] AGE-SECRET-KEY-PQ-1[u58+] b3BlbnNzaC1rZXktdjE[b40+] "
        "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRV[b40+] LS0tLS1CRUdJTiBQUklWQVRFIEtFWS[b40+] "
        "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS[b40+] LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUg[b40+] "
        "LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURSBL[b40+] ?\"d\":\"[t40+] ?\"d\":~\"[t40+] "
        "xprv[a100+] yprv[a100+] zprv[a100+] RWRTY0Iy[b100+] nsec1[l58] ?5K[a49] ?5J[a49] "
        "?5H[a49]"),
    token_rule("password-hash", "the hash of a password",
               "$apr1$[c1-8]$[c22] $2y$[d2]$[c53] $2a$[d2]$[c53] $2b$[d2]$[c53] $6$[c1-16]$[c60+] "
               "$5$[c1-16]$[c43] $1$[c1-8]$[c22] $y$[c1+]$[c1+]$[c43] {SHA}[b28] {SSHA}[b32+]"),
    secret_rule("password-value", Severity::Block, "a password behind its name"),
    secret_rule("secret-value", Severity::Block, "a key or token behind its name"),
    secret_rule("url-password", Severity::Block, "a password in a URL or connection string"),
    secret_rule("login-line", Severity::Block, "a login with its password on one line"),
    secret_rule("password-told", Severity::Quarantine, "a sentence that tells a password"),
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
    Rule{"transcript", RuleKind::Transcript, Severity::Quarantine, "a conversation as it was",
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
