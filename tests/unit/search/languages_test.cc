// Scripts, sizes and odd notes: what must be found, and what must not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/notes.h"

namespace loci::search::languages_test {
namespace {

using support::found;
using support::NoteTexts;
using support::place_of;

#ifdef __SANITIZE_ADDRESS__
constexpr int kIdentical = 10'000;
#else
constexpr int kIdentical = 100'000;
#endif

struct Case {
  std::string text;
  std::vector<std::string> hits;
  std::vector<std::string> misses;
};

void expect(const std::vector<Case>& cases) {
  for (const Case& story : cases) {
    const Collection place = place_of({{"it.md", story.text}, {"other.md", "quite unrelated zzz"}});
    for (const std::string& words : story.hits) {
      EXPECT_THAT(found(place, words), ::testing::ElementsAre("it.md")) << words;
    }
    // As a word: `+` is never guessed at.
    for (const std::string& words : story.misses) {
      EXPECT_THAT(found(place, "+" + words), ::testing::Not(::testing::Contains("it.md"))) << words;
    }
  }
}

TEST(Languages, Japanese) {
  expect(
      {{"東京都の天気は晴れです。", {"東京", "天気", "晴れ", "京都の", "東京都"}, {"大阪", "雨"}},
       {"カタカナのテスト", {"カタカナ", "ｶﾀｶﾅ", "テスト"}, {"ひらがな"}},
       {"設定ファイル config.toml を編集", {"設定", "config.toml", "編集", "ファイル"}, {"削除"}},
       {"# 会議\n\n来週の会議は火曜日", {"会議", "火曜", "来週"}, {"水曜", "先週"}},
       {"語", {"語"}, {"話"}}});
}

TEST(Languages, Chinese) {
  expect({{"我们使用数据库连接池", {"数据库", "连接池", "使用"}, {"缓存", "数学"}},
          {"部署脚本在服务器上运行", {"部署", "服务器", "脚本"}, {"客户端"}},
          {"會議記錄：預算", {"會議", "預算", "記錄"}, {"会议"}},
          {"版本 v2.1 发布", {"v2.1", "发布", "版本"}, {"v3.2"}},
          {"中文 and English mixed 文本", {"English", "文本", "中文"}, {"英文"}}});
}

TEST(Languages, Korean) {
  expect({{"데이터베이스 연결 시간 초과", {"데이터", "연결", "초과", "데이터베이스"}, {"서버"}},
          {"회의는 화요일에 있습니다", {"회의", "화요일"}, {"주말", "\"수요일\""}},
          {"배포 스크립트를 두 번 실행", {"스크립트", "배포", "실행"}, {"삭제"}},
          {"서울 날씨 맑음", {"서울", "날씨"}, {"부산", "비"}},
          {"한글 텍스트 test", {"한글", "텍스트", "test"}, {"영어"}}});
}

TEST(Languages, German) {
  expect(
      {{"Donaudampfschifffahrtsgesellschaft",
        {"donaudampf*", "DONAU*"},
        {"dampfschiff", "schiff*"}},
       {"Der Ärger über die Straße", {"Aerger arger", "ärger", "STRASSE", "strasse"}, {"gasse"}},
       {"Fahrrad-Anhänger und Kindersitz", {"anhänger", "fahrrad", "Fahrrad-Anhänger"}, {"sitz"}},
       {"Übergrößenträger", {"ubergrossentrager", "übergrößen*"}, {"größe", "träger"}},
       {"Die Rückgabe ist möglich", {"ruckgabe", "moglich"}, {"unmöglich", "gabe"}}});
}

TEST(Languages, TurkishDotlessI) {
  expect({{"ISPARTA ılık", {"ısparta", "isparta", "ilik", "ILIK"}, {"sparta"}},
          {"İstanbul'da", {"istanbul", "ISTANBUL", "İSTANBUL"}, {"stanbul"}},
          {"Diyarbakır", {"diyarbakir", "DİYARBAKIR", "DIYARBAKIR"}, {"bakir"}},
          {"ışık", {"isik", "IŞIK", "ışık"}, {"asik"}},
          {"kapı kapısı", {"kapi", "KAPI", "kapısı"}, {"kap"}}});
}

TEST(Languages, Emoji) {
  expect({{"party 🎉 tonight", {"party", "🎉 party", "tonight"}, {"🎉x", "cake"}},
          {"👩‍👩‍👧 family photo", {"family", "photo 👩‍👩‍👧"}, {"woman"}},
          {"status: ✅done ❌failed", {"done", "failed"}, {"✅ open"}},
          {"🇩🇪Berlin", {"berlin"}, {"de"}},
          {"keycap 1️⃣ first", {"first", "keycap", "1"}, {"2"}}});
  EXPECT_THAT(found(place_of({{"a.md", "🎉"}}), "🎉")[0], ::testing::HasSubstr("refused"));
}

TEST(Languages, RightToLeft) {
  expect({{"שלום עולם", {"שלום", "עולם", "שָׁלוֹם"}, {"להתראות"}},
          {"مرحبا بالعالم", {"مرحبا", "مَرحَبًا"}, {"وداعا"}},
          {"أحمد كتب الرسالة", {"احمد", "أحمد", "كتب"}, {"قرأ"}},
          {"\u202Bטקסט hidden\u202C", {"טקסט", "hidden"}, {"גלוי"}},
          {"گزارش پروژه", {"گزارش", "پروژه"}, {"جلسه"}}});
}

TEST(Sizes, AMebibyteOnOneLine) {
  std::string line;
  for (int i = 0; line.size() < (std::size_t{1} << 20U) - 40; ++i) {
    line += "word" + std::to_string(i) + " ";
  }
  const Collection place = place_of({{"long.md", line},
                                     {"one-word.md", std::string(std::size_t{1} << 20U, 'q')},
                                     {"short.md", "word7 alone"}});
  EXPECT_THAT(found(place, "word7 alone")[0], "short.md");
  EXPECT_THAT(found(place, "word90000"), ::testing::ElementsAre("long.md"));
  EXPECT_THAT(found(place, "\"word50 word51\""), ::testing::ElementsAre("long.md"));
  EXPECT_THAT(found(place, "qqqqqqqq*"), ::testing::ElementsAre("one-word.md"));
  EXPECT_THAT(found(place, "word9999999"), ::testing::IsEmpty());
  EXPECT_THAT(found(place, "\"word51 word50\""), ::testing::IsEmpty());
}

TEST(Sizes, ManyIdenticalNotes) {
  NoteTexts notes;
  for (int i = 0; i < kIdentical; ++i) {
    notes.emplace_back(std::to_string(i) + ".md", "the same alpha text");
  }
  notes.emplace_back("beta.md", "the other beta text");
  const Collection place = place_of(notes);
  EXPECT_THAT(found(place, "alpha"), ::testing::SizeIs(10));
  EXPECT_THAT(found(place, "alpha text")[0], "0.md");
  EXPECT_THAT(found(place, "beta"), ::testing::ElementsAre("beta.md"));
  EXPECT_THAT(found(place, "alpha beta")[0], "beta.md");
  EXPECT_THAT(found(place, "gamma"), ::testing::IsEmpty());
  EXPECT_THAT(found(place, "same -alpha"), ::testing::IsEmpty());
}

TEST(Sizes, EmptyNotes) {
  const Collection place = place_of({{"empty.md", ""},
                                     {"blank.md", " \n\n"},
                                     {"front.md", "---\nname: Only Frontmatter\n---\n"},
                                     {"unclosed.md", "---\nname: Unclosed"},
                                     {"heading.md", "# Lonely\n"}});
  EXPECT_THAT(found(place, "empty"), ::testing::ElementsAre("empty.md"));
  EXPECT_THAT(found(place, "blank"), ::testing::ElementsAre("blank.md"));
  EXPECT_THAT(found(place, "frontmatter"), ::testing::ElementsAre("front.md"));
  EXPECT_THAT(found(place, "unclosed"), ::testing::ElementsAre("unclosed.md"));
  EXPECT_THAT(found(place, "lonely"), ::testing::ElementsAre("heading.md"));
  EXPECT_THAT(found(place, "nothing"), ::testing::IsEmpty());
  EXPECT_THAT(found(Collection{"global", {}}, "nothing"), ::testing::IsEmpty());
  EXPECT_THAT(found(place_of({}), "nothing"), ::testing::IsEmpty());
}

}  // namespace
}  // namespace loci::search::languages_test
