package org.ndd.analysis;

import java.util.List;

/**
 * Texts of many scripts with all values that an index stores about them. The expected values were computed by an independent
 * program in another language, from the description of the method only. A change of an expected value changes
 * the content of indices, so it needs a new format in {@link org.ndd.core.fingerprint.FingerprintParameters#version()}.
 *
 * @param name of the case
 * @param input plain text
 * @param canonical its canonical form
 * @param keys of its sentences, with spaces in between
 * @param digest on the site example.org
 * @param passages terms of the preset {@code balanced}
 * @param rotations terms of two buckets, three rounds and two sentences per fingerprint, because these texts are too
 * short for the parameters of the PKU report
 * @param sourceHash of the input
 */
record GoldenText(
        String name,
        String input,
        String canonical,
        String keys,
        String digest,
        String passages,
        String rotations,
        String sourceHash) {

    static final List<GoldenText> ALL = List.of(
            new GoldenText(
                    "english",
                    "Near-duplicates waste space. Readers see the SAME story twice, three times; nobody g"
                            + "ains 1,000.5 points!\r\n  A second line of the page says\tsomething else entirely: t"
                            + "he end?",
                    "near-duplicates waste space. readers see the same story twice, three times; nobody g"
                            + "ains 1,000.5 points! a second line of the page says something else entirely: the end"
                            + "?",
                    "nearduplicateswastespace readersseethesamestorytwice threetimes nobodygains10005poin"
                            + "ts asecondlineofthepagesayssomethingelseentirely theend",
                    "xhbc17jpfn",
                    "p0uguz4tf p15i98pjf p1a8tv9e2 p1no94i0y p1rst4dfm p1y9q3paz p20i36eqd "
                            + "p2e936qzs p5ensbp1b p6zr9q5du pupkjhfch py52d1kpb",
                    "rah1436ht rintqwc6z riwcge0ns rqwag1bp1 rtsb44dlr",
                    "Iv9ctqEunao-tmgXGXAoZQ"),
            new GoldenText(
                    "german",
                    "Die STRAẞE und die Straße sind gleich lang. GROSSE Wörter, große Wörter; Äpfel koste"
                            + "n 3,50 Euro.",
                    "die strasse und die strasse sind gleich lang. grosse wörter, grosse wörter; äpfel ko"
                            + "sten 3,50 euro.",
                    "diestrasseunddiestrassesindgleichlang grossewörter grossewörter äpfelkosten350euro",
                    "9ys9uci1pl",
                    "p05cwz3xe p0topy4bw p14qihtrr p16q5yrxc p1oywj3r1 p2iviha78 p3tbeefpa "
                            + "p4p61x09m p5ng1yzcv pd6unqcce",
                    "r2n1mf3py rkml6up2v rltkcwqvg",
                    "-vl_STKqbri8orDWfmRMzg"),
            new GoldenText(
                    "turkish",
                    "İSTANBUL ve ISPARTA bugün güneşli bir gün yaşıyor. Ilık rüzgâr İzmir’e kadar esiyor!",
                    "i\u0307stanbul ve isparta bugün güneşli bir gün yaşıyor. ilık rüzgâr i\u0307zmir’e k"
                            + "adar esiyor!",
                    "i\u0307stanbulveispartabugüngüneşlibirgünyaşıyor ilıkrüzgâri\u0307zmirekadaresiyor",
                    "1oqif9x4id",
                    "p1xxmch7v p2rx3f6ij p35omlbkz p37ftyjhj p3plm0p3n p49iqodqu p4fjwd8ol " + "p4jo0l9ya pgpjzd6gf",
                    "r74hopwd1",
                    "rmaanm0mWcYD2b0N4xiiYQ"),
            new GoldenText(
                    "chinese",
                    "近似重复的网页浪费存储空间。读者不愿意两次看到同样的内容，搜索引擎需要把它们找出来！" + "全角字符ＡＢＣ１２３也一样；第３．１４节、到此结束？",
                    "近似重复的网页浪费存储空间。读者不愿意两次看到同样的内容,搜索引擎需要把它们找出来!全" + "角字符abc123也一样;第3.14节、到此结束?",
                    "近似重复的网页浪费存储空间 读者不愿意两次看到同样的内容 搜索引擎需要把它们找出来 全角" + "字符abc123也一样 第314节 到此结束",
                    "tak92s9fuc",
                    "p0dngln6a p0re5gyem p0rscjm0s p1698y2hz p1etuupkn p3f098cb5 p4px4tfbv "
                            + "p59w2lpyr pe326gomb pjfyfi02p po00x9dkh",
                    "r4xfmj1bw rbtu10ahn rd1hzaaom rg9i18saw rhvtgjtug ri4h002l5",
                    "E7Fdah_cY0iby8a1Zv_J7w"),
            new GoldenText(
                    "arabic",
                    "\u062A\u064F\u0643\u064E\u0631\u064E\u0651\u0631\u064F \u0627\u0644\u0635\u0641"
                            + "\u062D\u0627\u062A \u0627\u0644\u0645\u062A\u0634\u0627\u0628\u0647\u0629 \u0643"
                            + "\u062B\u064A\u0631\u064B\u0627\u060C \u0648\u0644\u0627 \u064A\u0631\u064A\u062F "
                            + "\u0627\u0644\u0642\u0627\u0631\u0626 \u0623\u0646 \u064A\u0631\u0627\u0647\u0627 "
                            + "\u0645\u0631\u062A\u064A\u0646\u061B \u0641\u0647\u0644 \u0646\u062C\u062F\u0647"
                            + "\u0627\u061F \u0646\u0639\u0640\u0640\u0640\u0640\u0645\u06D4 \u0627\u0644\u0639"
                            + "\u062F\u062F \u0661\u066C\u0662\u0663\u0664\u066B\u0665 \u0643\u0628\u064A\u0631.",
                    "\u062A\u0643\u0631\u0631 \u0627\u0644\u0635\u0641\u062D\u0627\u062A \u0627\u0644\u0645"
                            + "\u062A\u0634\u0627\u0628\u0647\u0629 \u0643\u062B\u064A\u0631\u0627\u060C \u0648\u0644"
                            + "\u0627 \u064A\u0631\u064A\u062F \u0627\u0644\u0642\u0627\u0631\u0626 \u0623\u0646 \u064A"
                            + "\u0631\u0627\u0647\u0627 \u0645\u0631\u062A\u064A\u0646\u061B \u0641\u0647\u0644 \u0646"
                            + "\u062C\u062F\u0647\u0627\u061F \u0646\u0639\u0645\u06D4 \u0627\u0644\u0639\u062F\u062F "
                            + "\u0661\u066C\u0662\u0663\u0664\u066B\u0665 \u0643\u0628\u064A\u0631.",
                    "\u062A\u0643\u0631\u0631\u0627\u0644\u0635\u0641\u062D\u0627\u062A\u0627\u0644\u0645\u062A"
                            + "\u0634\u0627\u0628\u0647\u0629\u0643\u062B\u064A\u0631\u0627 \u0648\u0644\u0627\u064A"
                            + "\u0631\u064A\u062F\u0627\u0644\u0642\u0627\u0631\u0626\u0623\u0646\u064A\u0631\u0627\u0647"
                            + "\u0627\u0645\u0631\u062A\u064A\u0646 \u0641\u0647\u0644\u0646\u062C\u062F\u0647\u0627 "
                            + "\u0646\u0639\u0645 \u0627\u0644\u0639\u062F\u062F\u0661\u0662\u0663\u0664\u0665\u0643"
                            + "\u0628\u064A\u0631",
                    "dw2gmiidv6",
                    "p0labquh7 p0w0no6v6 p2gkb0drw p2k34frlf p2yutrvcl p3cr9lwht p3dbqa7wq "
                            + "p4bnbxuo2 p4x3hj69r pcybdrb6s pugvcrdze",
                    "r03y96l2x r3ymtzf72 r6bgo5i9l rmogtoox2 rmsk4m4ij",
                    "mxGRNAglEPVAvKACMzPrwQ"),
            new GoldenText(
                    "thai",
                    "หน\u0E49าเว\u0E47บท\u0E35\u0E48คล\u0E49ายก\u0E31นทำให\u0E49เส\u0E35ยพ\u0E37\u0E49นท"
                            + "\u0E35\u0E48จ\u0E31ดเก\u0E47บและผ\u0E39\u0E49อ\u0E48านไม\u0E48อยากเห\u0E47นเน\u0E37"
                            + "\u0E49อหาเด\u0E34มซ\u0E49ำสองคร\u0E31\u0E49งด\u0E31งน\u0E31\u0E49นเคร\u0E37\u0E48องม"
                            + "\u0E37อค\u0E49นหาจ\u0E36งต\u0E49องหาให\u0E49พบว\u0E48าเอกสารใดเหม\u0E37อนก\u0E31นแม"
                            + "\u0E49ว\u0E48าจะม\u0E35การแก\u0E49ไขเล\u0E47กน\u0E49อยเช\u0E48นเปล\u0E35\u0E48ยนว"
                            + "\u0E31นท\u0E35\u0E48หร\u0E37อเพ\u0E34\u0E48มโฆษณาไว\u0E49ด\u0E49านล\u0E48างข\u0E49อค"
                            + "วามภาษาไทยไม\u0E48ม\u0E35เคร\u0E37\u0E48องหมายวรรคตอนจ\u0E36งต\u0E49องต\u0E31ดเป"
                            + "\u0E47นส\u0E48วนตามเน\u0E37\u0E49อหาเองเม\u0E37\u0E48อม\u0E35การแทรกคำใหม\u0E48ไว"
                            + "\u0E49ตอนต\u0E49นส\u0E48วนท\u0E35\u0E48อย\u0E39\u0E48ถ\u0E31ดไปจะไม\u0E48เปล\u0E35"
                            + "\u0E48ยนแปลงและลายน\u0E34\u0E49วม\u0E37อของเอกสารก\u0E47ย\u0E31งคงเหม\u0E37อนเด"
                            + "\u0E34มเป\u0E47นส\u0E48วนใหญ\u0E48",
                    "หน\u0E49าเว\u0E47บท\u0E35\u0E48คล\u0E49ายก\u0E31นท\u0E4Dาให\u0E49เส\u0E35ยพ\u0E37"
                            + "\u0E49นท\u0E35\u0E48จ\u0E31ดเก\u0E47บและผ\u0E39\u0E49อ\u0E48านไม\u0E48อยากเห\u0E47นเ"
                            + "น\u0E37\u0E49อหาเด\u0E34มซ\u0E49\u0E4Dาสองคร\u0E31\u0E49งด\u0E31งน\u0E31\u0E49นเคร"
                            + "\u0E37\u0E48องม\u0E37อค\u0E49นหาจ\u0E36งต\u0E49องหาให\u0E49พบว\u0E48าเอกสารใดเหม"
                            + "\u0E37อนก\u0E31นแม\u0E49ว\u0E48าจะม\u0E35การแก\u0E49ไขเล\u0E47กน\u0E49อยเช\u0E48นเปล"
                            + "\u0E35\u0E48ยนว\u0E31นท\u0E35\u0E48หร\u0E37อเพ\u0E34\u0E48มโฆษณาไว\u0E49ด\u0E49านล"
                            + "\u0E48างข\u0E49อความภาษาไทยไม\u0E48ม\u0E35เคร\u0E37\u0E48องหมายวรรคตอนจ\u0E36งต"
                            + "\u0E49องต\u0E31ดเป\u0E47นส\u0E48วนตามเน\u0E37\u0E49อหาเองเม\u0E37\u0E48อม\u0E35การแท"
                            + "รกค\u0E4Dาใหม\u0E48ไว\u0E49ตอนต\u0E49นส\u0E48วนท\u0E35\u0E48อย\u0E39\u0E48ถ\u0E31ดไป"
                            + "จะไม\u0E48เปล\u0E35\u0E48ยนแปลงและลายน\u0E34\u0E49วม\u0E37อของเอกสารก\u0E47ย\u0E31งค"
                            + "งเหม\u0E37อนเด\u0E34มเป\u0E47นส\u0E48วนใหญ\u0E48",
                    "\u0E2B\u0E19\u0E49\u0E32\u0E40\u0E27\u0E47\u0E1A\u0E17\u0E35\u0E48\u0E04\u0E25\u0E49"
                            + "\u0E32\u0E22\u0E01\u0E31\u0E19\u0E17\u0E4D\u0E32\u0E43\u0E2B\u0E49\u0E40\u0E2A\u0E35"
                            + "\u0E22\u0E1E\u0E37\u0E49\u0E19\u0E17\u0E35 \u0E48\u0E08\u0E31\u0E14\u0E40\u0E01"
                            + "\u0E47\u0E1A\u0E41\u0E25\u0E30\u0E1C\u0E39\u0E49\u0E2D\u0E48\u0E32\u0E19\u0E44\u0E21"
                            + "\u0E48 \u0E2D\u0E22\u0E32\u0E01\u0E40\u0E2B\u0E47\u0E19\u0E40\u0E19\u0E37\u0E49"
                            + "\u0E2D\u0E2B\u0E32\u0E40\u0E14\u0E34\u0E21\u0E0B\u0E49\u0E4D\u0E32\u0E2A \u0E2D"
                            + "\u0E07\u0E04\u0E23\u0E31\u0E49\u0E07\u0E14\u0E31\u0E07\u0E19\u0E31\u0E49\u0E19\u0E40"
                            + "\u0E04\u0E23\u0E37\u0E48\u0E2D\u0E07\u0E21\u0E37\u0E2D\u0E04\u0E49\u0E19\u0E2B\u0E32"
                            + "\u0E08\u0E36\u0E07\u0E15\u0E49\u0E2D \u0E07\u0E2B\u0E32\u0E43\u0E2B\u0E49\u0E1E"
                            + "\u0E1A\u0E27\u0E48\u0E32\u0E40\u0E2D\u0E01\u0E2A\u0E32\u0E23\u0E43\u0E14\u0E40\u0E2B"
                            + " \u0E21\u0E37\u0E2D\u0E19\u0E01\u0E31\u0E19\u0E41\u0E21\u0E49\u0E27\u0E48\u0E32"
                            + "\u0E08\u0E30\u0E21\u0E35\u0E01\u0E32\u0E23\u0E41\u0E01\u0E49 \u0E44\u0E02\u0E40"
                            + "\u0E25\u0E47\u0E01\u0E19\u0E49\u0E2D\u0E22\u0E40\u0E0A\u0E48\u0E19\u0E40\u0E1B\u0E25"
                            + "\u0E35\u0E48\u0E22\u0E19\u0E27\u0E31\u0E19\u0E17\u0E35\u0E48\u0E2B\u0E23\u0E37\u0E2D"
                            + "\u0E40\u0E1E\u0E34\u0E48\u0E21\u0E42\u0E06\u0E29\u0E13\u0E32\u0E44\u0E27 \u0E49"
                            + "\u0E14\u0E49\u0E32\u0E19\u0E25\u0E48\u0E32\u0E07\u0E02\u0E49\u0E2D\u0E04\u0E27\u0E32"
                            + "\u0E21\u0E20\u0E32\u0E29\u0E32 \u0E44\u0E17\u0E22\u0E44\u0E21\u0E48\u0E21\u0E35"
                            + "\u0E40\u0E04\u0E23\u0E37\u0E48\u0E2D\u0E07\u0E2B\u0E21\u0E32\u0E22\u0E27\u0E23\u0E23"
                            + "\u0E04\u0E15\u0E2D\u0E19\u0E08\u0E36\u0E07\u0E15\u0E49\u0E2D \u0E07\u0E15\u0E31"
                            + "\u0E14\u0E40\u0E1B\u0E47\u0E19\u0E2A\u0E48\u0E27\u0E19\u0E15\u0E32\u0E21\u0E40\u0E19"
                            + "\u0E37\u0E49\u0E2D \u0E2B\u0E32\u0E40\u0E2D\u0E07\u0E40\u0E21\u0E37\u0E48\u0E2D"
                            + "\u0E21\u0E35\u0E01\u0E32\u0E23\u0E41\u0E17\u0E23\u0E01\u0E04\u0E4D\u0E32\u0E43\u0E2B"
                            + "\u0E21\u0E48 \u0E44\u0E27\u0E49\u0E15\u0E2D\u0E19\u0E15\u0E49\u0E19\u0E2A\u0E48"
                            + "\u0E27\u0E19\u0E17\u0E35\u0E48\u0E2D\u0E22\u0E39\u0E48\u0E16\u0E31\u0E14\u0E44\u0E1B"
                            + "\u0E08\u0E30\u0E44\u0E21\u0E48\u0E40 \u0E1B\u0E25\u0E35\u0E48\u0E22\u0E19\u0E41"
                            + "\u0E1B\u0E25\u0E07\u0E41\u0E25\u0E30\u0E25\u0E32\u0E22\u0E19\u0E34\u0E49\u0E27\u0E21"
                            + "\u0E37\u0E2D\u0E02\u0E2D\u0E07\u0E40\u0E2D\u0E01\u0E2A\u0E32\u0E23\u0E01\u0E47\u0E22"
                            + "\u0E31\u0E07\u0E04\u0E07\u0E40\u0E2B\u0E21\u0E37\u0E2D\u0E19\u0E40\u0E14\u0E34\u0E21"
                            + " \u0E40\u0E1B\u0E47\u0E19\u0E2A\u0E48\u0E27\u0E19\u0E43\u0E2B\u0E0D\u0E48",
                    "its2zx0bwv",
                    "p2emgzkxn p3cl574ar p3v97skpx p5p31uhop peaxdmc0v pgmk8bdjn pib9u0v9h "
                            + "podh8x4q8 pqyxa9gjh pvlzxj0oq pwbtesddj pyp7i931r pz58kf5we",
                    "r14bqwd6n r4u5lgoya rbqvgjcn9 rdirdl142 rs1vld4vd rw7o3cvqm",
                    "WdtRUW5HAC_qlm8RVy8kQQ"),
            new GoldenText(
                    "devanagari",
                    "एक ज\u0948स\u0947 प\u0943ष\u094Dठ जगह बर\u094Dब\u093Eद करत\u0947 ह\u0948\u0902। प"
                            + "\u093Eठक वह\u0940 कह\u093Eन\u0940 द\u094B ब\u093Eर नह\u0940\u0902 द\u0947खन\u093E च"
                            + "\u093Eहत\u093E॥ क\u093C और क\u093C एक ह\u0940 ह\u0948\u0902, १२३.४५ भ\u0940।",
                    "एक ज\u0948स\u0947 प\u0943ष\u094Dठ जगह बर\u094Dब\u093Eद करत\u0947 ह\u0948\u0902। प"
                            + "\u093Eठक वह\u0940 कह\u093Eन\u0940 द\u094B ब\u093Eर नह\u0940\u0902 द\u0947खन\u093E च"
                            + "\u093Eहत\u093E॥ क\u093C और क\u093C एक ह\u0940 ह\u0948\u0902, १२३.४५ भ\u0940।",
                    "एकज\u0948स\u0947प\u0943ष\u094Dठजगहबर\u094Dब\u093Eदकरत\u0947ह\u0948\u0902 प\u093Eठकवह"
                            + "\u0940कह\u093Eन\u0940द\u094Bब\u093Eरनह\u0940\u0902द\u0947खन\u093Eच\u093Eहत\u093E क"
                            + "\u093Cऔरक\u093Cएकह\u0940ह\u0948\u0902 १२३४५भ\u0940",
                    "e8mavgrxq9",
                    "p0008hrtb p0jw0bk0g p0v2nhbo8 p18myk1oq p1vf82na1 p27xr6fsk p29wco3th "
                            + "p2x9956ei p6s2pw2mw p73jjrk6x",
                    "r0xksvwni r47bz8bz4 rb40gbg0f rc60le276 rm3vucvfl",
                    "ZUIXosAEXraA5m5Y7VbkjQ"),
            new GoldenText(
                    "khmer",
                    "ទ\u17C6ព\u17D0រស\u17D2រដ\u17C0ងគ\u17D2ន\u17B6ខ\u17D2ជ\u17C7ខ\u17D2ជ\u17B6យទ\u17C6ហ"
                            + "\u17C6ផ\u17D2ទ\u17BBក។ អ\u17D2នកអ\u17B6នម\u17B7នចង\u17CBឃ\u17BEញរ\u17BFងដដ\u17C2លព"
                            + "\u17B8រដងទ\u17C1។",
                    "ទ\u17C6ព\u17D0រស\u17D2រដ\u17C0ងគ\u17D2ន\u17B6ខ\u17D2ជ\u17C7ខ\u17D2ជ\u17B6យទ\u17C6ហ"
                            + "\u17C6ផ\u17D2ទ\u17BBក។ អ\u17D2នកអ\u17B6នម\u17B7នចង\u17CBឃ\u17BEញរ\u17BFងដដ\u17C2លព"
                            + "\u17B8រដងទ\u17C1។",
                    "ទ\u17C6ព\u17D0រស\u17D2រដ\u17C0ងគ\u17D2ន\u17B6ខ\u17D2ជ\u17C7ខ\u17D2ជ\u17B6យទ\u17C6ហ"
                            + "\u17C6ផ\u17D2ទ\u17BBក អ\u17D2នកអ\u17B6នម\u17B7នចង\u17CBឃ\u17BEញរ\u17BFងដដ\u17C2លព"
                            + "\u17B8រដងទ\u17C1",
                    "4s2v5cqlu7",
                    "p0xyf21wr p1599rmuo p1mbwz5e3 p1mxec365 p27c3n4g5 p2vf3y3gd p3i6ocmby "
                            + "p3oz2zry6 prebxfjh3 pydk64yte",
                    "r6j2klw7e ra38axowv",
                    "If20JqTvCqUFQi1WOawAdg"),
            new GoldenText(
                    "korean",
                    "비슷한 문서는 저장 공간을 낭비한다. \u1112\u1161\u11AB\u1100\u1173\u11AF 자모도 한글" + "이 된다!",
                    "비슷한 문서는 저장 공간을 낭비한다. 한글 자모도 한글이 된다!",
                    "비슷한문서는저장공간을낭비한다 한글자모도한글이된다",
                    "vcwhxnet0j",
                    "paonfn3rg pdxtjofot pe8lmpdr1 pelv58noh pf9h5pxag pfx5qq1a6 pi7srsu5n " + "pje4w7423 psq41bjo0",
                    "r6ki9gups",
                    "pSbC9tD7_hRAncqvajhzmg"),
            new GoldenText(
                    "japanese",
                    "ｶﾞｷﾞｸﾞ と ガギグ は同じ文字列になる。㍿も㎏も①も分解される、そうでしょう？",
                    "ガギグ と ガギグ は同じ文字列になる。株式会社もkgも1も分解される、そうでしょう?",
                    "ガギグとガギグは同じ文字列になる 株式会社もkgも1も分解される そうでしょう",
                    "hj390fkxty",
                    "p1h29x8pm p5hdycu0q p7941rtrx p7k6jl61f p7p04fi1y p9cdt7orl pcxrlkx8j " + "pecm4gdz8 pyzslzymh",
                    "r4oiswkyg r6dwatuxg rahr0s0fk",
                    "cIz-I2hm4hQ7vLm-4v5J7w"),
            new GoldenText(
                    "emoji",
                    "Family \uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67\u200D\uD83D\uDC66 loves ❤"
                            + "\uFE0F and flags \uD83C\uDDE9\uD83C\uDDEA\uD83C\uDDEF\uD83C\uDDF5, waves "
                            + "\uD83D\uDC4B\uD83C\uDFFD all day. 1\uFE0F\u20E3 keycap",
                    "family \uD83D\uDC68\uD83D\uDC69\uD83D\uDC67\uD83D\uDC66 loves ❤ and flags "
                            + "\uD83C\uDDE9\uD83C\uDDEA\uD83C\uDDEF\uD83C\uDDF5, waves \uD83D\uDC4B\uD83C\uDFFD all"
                            + " day. 1\u20E3 keycap",
                    "familylovesandflags wavesallday 1\u20E3keycap",
                    "a2akjoasoj",
                    "p0m010ch6 p13c9sv0y p1mbs8e40 p27lchf51 p2gc0iv4h p3rh51e20 pa2ifg6af " + "pbzn7i6pf pvi7hlgvj",
                    "r19yjlhl0 rfkty1jc5 rqspu631s",
                    "v23xRdWBM2mbT_keI9LRMQ"),
            new GoldenText(
                    "surrogates",
                    "a lone \uD800 high and \uDC00 a low one. swapped \uDC00\uD800 pair \uD83D",
                    "a lone � high and � a low one. swapped �� pair �",
                    "alonehighandalowone swappedpair",
                    "8kxicpqojg",
                    "p0zwha6rc p2ej74bi0 p33g1jgol p4xg9xgdn p5pbvej4l p7f8sxle1 p7h2kk78q " + "p7sah5m9k p98uno3wj",
                    "rtezn5fj1",
                    "woOk--QDydpD6ssExD1-vA"),
            new GoldenText(
                    "fullwidth",
                    "ＦＵＬＬ\u3000ＷＩＤＴＨ\u3000ｌｅｔｔｅｒｓ，ａｎｄ\u3000ｄｉｇｉｔｓ\u3000１２，３" + "４５．６；ｔｈｅ\u3000ｅｎｄ．",
                    "full width letters,and digits 12,345.6;the end.",
                    "fullwidthletters anddigits123456 theend",
                    "es7i23v2ht",
                    "p0akb9qfa p0hzfrirg p0t173ifr p1rzgrg9r p3lncu13w p4550lpy8 p4jqbub1p " + "p55oudlh1 pyagkn1w9",
                    "rcr783eud rdsmzxb3h rdxrou4b6",
                    "YOukvxbr5V1LUAB1LAEeyA"),
            new GoldenText(
                    "ligatures",
                    "ﬁne ﬂow oﬃce ﬅ ﷺ ½ x² Ⅷ ㎏ ™ ǆ … ‥ ﬀ",
                    "fine flow office st \u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064A"
                            + "\u0647 \u0648\u0633\u0644\u0645 1⁄2 x2 viii kg tm dž ... .. ff",
                    "fineflowofficest\u0635\u0644\u0649\u0627\u0644\u0644\u0647\u0639\u0644\u064A\u0647"
                            + "\u0648\u0633\u0644\u064512x2viiikgtmdž ff",
                    "c1xf2jscxh",
                    "p0ihacwvd p13cpp0ey p3ivwp24i p3ose57zm p4985lzam pbtrtzhkd pcwy3o572 " + "pcxtf9l7d pd114owee",
                    "",
                    "bcJnMom9p2lHSvQf7eC_LA"),
            new GoldenText(
                    "hebrew",
                    "\u05E9\u05B8\u05C1\u05DC\u05D5\u05B9\u05DD \u05E2\u05D5\u05B9\u05DC\u05B8\u05DD, "
                            + "\u05D6\u05B6\u05D4 \u05DE\u05B4\u05D1\u05B0\u05D7\u05B8\u05DF \u05D0\u05B8\u05E8"
                            + "\u05B9\u05DA\u05B0 \u05DC\u05B0\u05DE\u05B7\u05D3\u05B7\u05BC\u05D9! \u05D5\u05B0"
                            + "\u05E2\u05D5\u05B9\u05D3 \u05DE\u05B4\u05E9\u05B0\u05C1\u05E4\u05B8\u05BC\u05D8 "
                            + "\u05D0\u05B6\u05D7\u05B8\u05D3",
                    "\u05E9\u05DC\u05D5\u05DD \u05E2\u05D5\u05DC\u05DD, \u05D6\u05D4 \u05DE\u05D1\u05D7\u05DF "
                            + "\u05D0\u05E8\u05DA \u05DC\u05DE\u05D3\u05D9! \u05D5\u05E2\u05D5\u05D3 \u05DE\u05E9\u05E4"
                            + "\u05D8 \u05D0\u05D7\u05D3",
                    "\u05E9\u05DC\u05D5\u05DD\u05E2\u05D5\u05DC\u05DD \u05D6\u05D4\u05DE\u05D1\u05D7\u05DF"
                            + "\u05D0\u05E8\u05DA\u05DC\u05DE\u05D3\u05D9 \u05D5\u05E2\u05D5\u05D3\u05DE\u05E9\u05E4"
                            + "\u05D8\u05D0\u05D7\u05D3",
                    "sq96fxcs8r",
                    "p0swr0n8o p13f5os8x p1jldfrvl p455cvepa p4ih9q7m8 p5yhd95dc p8ief0y3c "
                            + "pcp1squpx psmn4d57n pt3tfdpwp",
                    "r1w0zlovd r65ghaseq rhe6ap6dr",
                    "-zn30-fByKTRsBCfL5AhBQ"),
            new GoldenText(
                    "invisible",
                    "in\u00ADvi\u200Bsi\u200Dble\uFEFF \u202Ebidi\u202C co\u034Fntrols\u2060 \u180E and ￼"
                            + "\uFFF9note\uFFFB",
                    "invisible bidi controls and ￼note",
                    "invisiblebidicontrolsandnote",
                    "2f7a3zjrzk",
                    "p556citz3 p8k6jrq2q p96334qgp pe2y2obn2 pg28okowk phtrxihaa pmiroyl9o " + "ppfrn8pyy prfzy7zaj",
                    "",
                    "lyZe0Q5ikUCxEmem2LFybA"),
            new GoldenText(
                    "spaces",
                    " \t\n\u000B\u000C\r\u0085\u2028\u2029\u3000 ",
                    "",
                    "",
                    null,
                    "",
                    "",
                    "jtPS1izd8YAy1bWv9kNg8A"),
            new GoldenText("empty", "", "", "", null, "", "", "1B2M2Y8AsgTpgAmY7PhCfg"),
            new GoldenText(
                    "punctuation",
                    "... !!! — … ?\n。、 (*) ¡¿",
                    "... !!! \u2014 ... ? \u3002\u3001 (*) \u00A1\u00BF",
                    "",
                    null,
                    "",
                    "",
                    "J0Va3u5GVHy83x_IKHmbIQ"),
            new GoldenText(
                    "short",
                    "Page not found",
                    "page not found",
                    "pagenotfound",
                    "09ndmdubrz",
                    "pxkujdgb5",
                    "",
                    "0PvamFXRGHQPEQUzQwXBJg"));
}
