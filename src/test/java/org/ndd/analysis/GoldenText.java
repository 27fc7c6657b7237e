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
                    "7hY96B_oxTpN",
                    "pBgS4ZRp9 pCDLtsqCy pCSKGtA5o pC8mS-5CN pDJo-oOC1 pDeFp3rcq pDlJL_c0i "
                            + "pEQmbGSff pJnOV1l2H pMbrZQLm7 p2mJiZsJp p8sdE1hvF",
                    "rSnmptxqv rhLTYtQBe rhmOrFWhI rv0RmmI6c r09Bm-Y1H",
                    "Iv9ctqEunao-tmgXGXAoZQ"),
            new GoldenText(
                    "german",
                    "Die STRAẞE und die Straße sind gleich lang. GROSSE Wörter, große Wörter; Äpfel koste"
                            + "n 3,50 Euro.",
                    "die strasse und die strasse sind gleich lang. grosse wörter, grosse wörter; äpfel ko"
                            + "sten 3,50 euro.",
                    "diestrasseunddiestrassesindgleichlang grossewörter grossewörter äpfelkosten350euro",
                    "Rt8F9k3Km-65",
                    "pAQ77a_i6 pBd0xigNB pCAv1frt_ pCHCbHBqP pDAsaGPo2 pEfNgcyiW pGx_Q0DaV "
                            + "pIWp6Y9Ea pKC_V48q3 pXcxARrFi",
                    "rEsY65P5P rkq8l5etp rmyxmQxRk",
                    "-vl_STKqbri8orDWfmRMzg"),
            new GoldenText(
                    "turkish",
                    "İSTANBUL ve ISPARTA bugün güneşli bir gün yaşıyor. Ilık rüzgâr İzmir’e kadar esiyor!",
                    "i\u0307stanbul ve isparta bugün güneşli bir gün yaşıyor. ilık rüzgâr i\u0307zmir’e k"
                            + "adar esiyor!",
                    "i\u0307stanbulveispartabugüngüneşlibirgünyaşıyor ilıkrüzgâri\u0307zmirekadaresiyor",
                    "C_9QcQJo8LcI",
                    "pDdBpOO4X pE7y1qwXX pFnTEK4IX pFs2MLcBZ pGmPjUd-N pHlM2uACI pH4Q_c0Fq " + "pIFRNipQG pdtNgj0k7",
                    "rMqo5_PES",
                    "rmaanm0mWcYD2b0N4xiiYQ"),
            new GoldenText(
                    "chinese",
                    "近似重复的网页浪费存储空间。读者不愿意两次看到同样的内容，搜索引擎需要把它们找出来！" + "全角字符ＡＢＣ１２３也一样；第３．１４节、到此结束？",
                    "近似重复的网页浪费存储空间。读者不愿意两次看到同样的内容,搜索引擎需要把它们找出来!全" + "角字符abc123也一样;第3.14节、到此结束?",
                    "近似重复的网页浪费存储空间 读者不愿意两次看到同样的内容 搜索引擎需要把它们找出来 全角" + "字符abc123也一样 第314节 到此结束",
                    "0E8D7ulxNIhw",
                    "pArJWdh5g pBWk2TAuj pBX0nRUJM pCFjXyFcH pCgpVix81 pGEw2SYMa pIZCEZjtU "
                            + "pJYJiWDIq pZCj8yVaa pikNTigAx pqqv25W9P",
                    "rIwx3ryTX rVB2JivZl rXL2aDa8w rc6eOAb8c rfyyKof5V rgOImpfB4",
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
                    "YsdonMTvA-Gp",
                    "pBDRuTTUu pBlMYsxbU pEX5_ilem pEjCiUkEp pFRt_yvxj pF9py8Evi pF_cxYnWW "
                            + "pHr7MQDRn pIvtqpquM pXByhT3jr p2Kp2VWpo",
                    "rAMfSEZYy rHCy26gg7 rLO5Uoyw5 roUcKUueJ rohXzzOO7",
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
                    "heHqrEHRfx8I",
                    "pERxnrEYF pF9HZUXNx pG4HiZJlF pKIK0sAop pZbbJXf0u pdjwFz0zr "
                            + "pgjoPdUlq prVRG14fE pv8meWOa5 p4Mos14HJ p5ePICbXe p9sHafN2g p-ext3o_6",
                    "rB_c3h4xs rImas9RJH rU4fYG5-M rYCZ0ucpx rx3tj-yqb r5RIKXQiC",
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
                    "ZUIXosAEXraA",
                    "pAABU106g pA-3AfB0Q pBiNUmX35 pCNE9FeXQ pDVFvMg_6 pD8pHUT-U pEC1xj2Jt "
                            + "pFMqg3bQZ pMDZjMBdE pMnpGT5AM",
                    "rBqH2C9J4 rHeSUPbGg rTwPMFNu2 rVoWTS1KO rnTY159eF",
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
                    "If20JqTvCqUF",
                    "pBrUWOZJU pCCZOmms4 pC4WtH38K pC6PZ_pUM pD6vcvoio pFG23wXwO pGOzvBFrq "
                            + "pGkQ-Nh1k pwtS01N0t p9HTTnAyS",
                    "rLm8R-cDS rR7_P6cc-",
                    "If20JqTvCqUFQi1WOawAdg"),
            new GoldenText(
                    "korean",
                    "비슷한 문서는 저장 공간을 낭비한다. \u1112\u1161\u11AB\u1100\u1173\u11AF 자모도 한글" + "이 된다!",
                    "비슷한 문서는 저장 공간을 낭비한다. 한글 자모도 한글이 된다!",
                    "비슷한문서는저장공간을낭비한다 한글자모도한글이된다",
                    "3v492wfxzDqm",
                    "pS_r93ZrE pYyAFiA9X pZUEmN-S8 pZ9_lr0Vk pbInhWGXT pcTd5MmOM pgYpkAcXV " + "piedFH9AO pzEThS_JX",
                    "rLretlkYs",
                    "pSbC9tD7_hRAncqvajhzmg"),
            new GoldenText(
                    "japanese",
                    "ｶﾞｷﾞｸﾞ と ガギグ は同じ文字列になる。㍿も㎏も①も分解される、そうでしょう？",
                    "ガギグ と ガギグ は同じ文字列になる。株式会社もkgも1も分解される、そうでしょう?",
                    "ガギグとガギグは同じ文字列になる 株式会社もkgも1も分解される そうでしょう",
                    "fKjpS1eKS3GO",
                    "pCntLmAZF pJv16S0hB pM5Po-Xjp pNcOpUlGj pNrd7RLKq pQnI3HsQA pXADXkZBh " + "pZgwdDP4R p-NktNjbK",
                    "rIUnRtlVD rLWlr0iZX rSp4OF-RK",
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
                    "R5Btt2VirbjK",
                    "pBFiIgTA8 pB8Vi9crN pC4V9vmpW pD7jZZ_OO pEXLaCnQp pGsK-F-18 pR5t3jaSi " + "pVUNdlDJn p4AqE7D7-",
                    "rCRQUKjzw rbsgWlsen rvo_AIyaF",
                    "v23xRdWBM2mbT_keI9LRMQ"),
            new GoldenText(
                    "surrogates",
                    "a lone \uD800 high and \uDC00 a low one. swapped \uDC00\uD800 pair \uD83D",
                    "a lone � high and � a low one. swapped �� pair �",
                    "alonehighandalowone swappedpair",
                    "PQX7zWS5mRUe",
                    "pBxeACXPL pERfOUYXT pFgOSX8Ej pIw1hbNvX pKI8YrDTU pNMn-8Tma pNSZghKDz " + "pN126d6MP pQb-bT3uu",
                    "r0S7n8y5k",
                    "woOk--QDydpD6ssExD1-vA"),
            new GoldenText(
                    "fullwidth",
                    "ＦＵＬＬ\u3000ＷＩＤＴＨ\u3000ｌｅｔｔｅｒｓ，ａｎｄ\u3000ｄｉｇｉｔｓ\u3000１２，３" + "４５．６；ｔｈｅ\u3000ｅｎｄ．",
                    "full width letters,and digits 12,345.6;the end.",
                    "fullwidthletters anddigits123456 theend",
                    "aSCpJPWpZEJm",
                    "pAhY2SIF9 pA41uwwue pBbwmlpmj pDKOYVhr- pGZwROoq6 pHXWqBXKE pIFeNHF2D " + "pJK31feXt p89gR8h0U",
                    "rWrTQrlVJ rYhn7vdFe rYx1p3T8w",
                    "YOukvxbr5V1LUAB1LAEeyA"),
            new GoldenText(
                    "ligatures",
                    "ﬁne ﬂow oﬃce ﬅ ﷺ ½ x² Ⅷ ㎏ ™ ǆ … ‥ ﬀ",
                    "fine flow office st \u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064A"
                            + "\u0647 \u0648\u0633\u0644\u0645 1⁄2 x2 viii kg tm dž ... .. ff",
                    "fineflowofficest\u0635\u0644\u0649\u0627\u0644\u0644\u0647\u0639\u0644\u064A\u0647"
                            + "\u0648\u0633\u0644\u064512x2viiikgtmdž ff",
                    "VbbX2unciHAb",
                    "pA6aBdNfk pB8YBthqj pGRBgOikF pGjrYcMXh pHkRYWYOj pVBp0Nf7Z pW9docL2s " + "pXANnrep3 pXKXu85ho",
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
                    "zEwabOorvJkr",
                    "pBbXnmPYq pB8lwp-Zs pCvtBwLoc pHXYkkunr pIBhCRMe7 pKl3tY_0f pPIYHhSuH "
                            + "pWkgOoVdc py5VqdfeL pzvntkPN4",
                    "rDXABpfws rK76n4rLI re7BaBF1b",
                    "-zn30-fByKTRsBCfL5AhBQ"),
            new GoldenText(
                    "invisible",
                    "in\u00ADvi\u200Bsi\u200Dble\uFEFF \u202Ebidi\u202C co\u034Fntrols\u2060 \u180E and ￼"
                            + "\uFFF9note\uFFFB",
                    "invisible bidi controls and ￼note",
                    "invisiblebidicontrolsandnote",
                    "ETmicpjHmYro",
                    "pJJP6dM_1 pPOAc6yYY pQTO-W7F4 pZCM4k060 pcjhxbqC4 pfsVCHQis poCbmXTOG " + "ptOR2YfhZ pwykEXDto",
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
                    "AefzK38GxXzl",
                    "p7sjrqIpl",
                    "",
                    "0PvamFXRGHQPEQUzQwXBJg"));
}
