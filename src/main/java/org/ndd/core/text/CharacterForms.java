package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Drops or replaces single characters that {@linkplain CanonicalText canonical text} spells in another way than NFKC case folding does:
 *
 * <ul>
 * <li>Format characters are dropped, and characters that Unicode ignores by default (variation selectors, fillers). Folding drops the
 * latter too, but here they must not come between marks.
 * <li>Vowel marks, reading marks and cantillation marks of Arabic and Hebrew are dropped, and tatweel, which stretches a line. The same
 * text is written with and without them. Alef wasla, the alef of texts with vowel marks, becomes alef. Hamza and madda stay, alone or on a
 * letter: they are written in texts without vowel marks too, and distinguish words.
 * <li>Japanese characters in their old form are replaced by the new one.
 * </ul>
 */
final class CharacterForms {

    /** Old forms, each followed by the new one. */
    static final String JAPANESE =
            "亂乱亙亘亞亜來来俠侠倂併傳伝僞偽價価儉倹兒児內内兩両冝宜冨富冩写剎刹劍剣劑剤勞労勳勲勵励勸勧勻匀區区卻却卽即參参吳呉啞唖單単噓嘘嚙噛嚴厳囑嘱囘回國国圍囲圓円圖図團団墮堕壓圧壘塁壞壊壯壮壽寿奧奥奬奨妝粧孃嬢學学"
                    + "寢寝實実寫写寬寛寶宝將将專専對対屆届屬属峯峰峽峡嶋島嶽岳帶帯廁厠廢廃廣広廳庁彈弾彌弥彎弯彥彦徑径從従恆恒悅悦惡悪惱悩愼慎慘惨應応懷懐戀恋戰戦戲戯戶戸挾挟搖揺摑掴擇択擊撃擔担據拠擧挙擴拡攝摂攪撹敍叙敘叙數数斷断"
                    + "晉晋晝昼曆暦曉暁會会條条棧桟榮栄槪概樂楽樓楼樞枢樣様橫横檜桧檢検櫻桜權権欝鬱歐欧歡歓歲歳歷歴歸帰殘残殼殻毆殴氣気沒没淚涙淨浄淺浅溫温溼湿滯滞滿満潑溌潛潜澀渋澁渋澤沢濕湿濟済濤涛濱浜瀧滝瀨瀬灣湾燈灯燒焼營営爐炉"
                    + "爭争爲為牀床犧犠狀状狹狭獎奨獨独獵猟獸獣獻献甁瓶產産畫画畵画當当疊畳癡痴發発盜盗盡尽眞真硏研礪砺祿禄禪禅禮礼禰祢禱祷稅税稱称穎頴穣穰穩穏竈竃竊窃竝並絕絶絲糸經経綠緑緖緒緣縁縣県縱縦總総繡繍繩縄繪絵繫繋繼継續続"
                    + "纖繊羣群聰聡聲声聽聴肅粛脣唇脫脱腦脳腳脚膽胆臟臓臺台與与舉挙舊旧艷艶莊荘莖茎萊莱萠萌萬万蔣蒋蔥葱藝芸藥薬蘆芦處処虛虚號号螢蛍蟬蝉蟲虫蠟蝋蠶蚕蠻蛮衞衛裝装襃褒覺覚覽覧觀観觸触說説謠謡證証譯訳譽誉讀読變変讓譲豐豊"
                    + "貓猫貳弐賣売賴頼贊賛贗贋踐践輕軽輛輌轉転辭辞辯弁遙遥遞逓遲遅邊辺郞郎鄉郷鄕郷鄰隣醫医醬醤醱醗釀醸釋釈銳鋭鋪舗錄録錢銭鍊錬鎭鎮鐵鉄鑄鋳鑛鉱閱閲關関隨随險険隱隠雙双雜雑雞鶏靈霊靜静顏顔顯顕飜翻飮飲餘余餠餅駈駆騷騒"
                    + "驅駆驗験驛駅體体髮髪鬪闘鬭闘鷄鶏鷗鴎鹼鹸鹽塩麥麦麪麺麵麺黃黄點点黨党齊斉齋斎齒歯齡齢龍竜龜亀";

    private static final int ALEF_WASLA = 0x671;
    private static final int ALEF = 0x627;
    private static final int TATWEEL = 0x640;

    /** Characters that are dropped. */
    static final CodePoints DROPPED = new CodePoints(CharacterForms::isDropped);

    private static final Map<Integer, String> REPLACED = replaced();

    /** Characters that are dropped or replaced. */
    static final CodePoints ALL = new CodePoints(c -> isDropped(c) || REPLACED.containsKey(c));

    private CharacterForms() {}

    /** Returns the replacement of a character: empty if it is dropped, {@code null} if it stays. O(1). */
    static String of(int c) {
        return ALL.has(c) == false ? null : DROPPED.has(c) ? "" : REPLACED.get(c);
    }

    private static boolean isDropped(int c) {
        return UCharacter.getType(c) == UCharacterCategory.FORMAT
                || UCharacter.hasBinaryProperty(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT)
                || isReadingMark(c);
    }

    private static boolean isReadingMark(int c) {
        // The first vowel marks belong to several scripts, as hamza and madda do, which follow them.
        if (c == TATWEEL || c >= 0x64B && c <= 0x652 || c == 0x670) {
            return true;
        }
        int type = UCharacter.getType(c);
        int script = UScript.getScript(c);
        return (type == UCharacterCategory.NON_SPACING_MARK || type == UCharacterCategory.MODIFIER_LETTER)
                && (script == UScript.ARABIC || script == UScript.HEBREW);
    }

    /**
     * Returns the replacements. Characters whose folded form contains one that is dropped or replaced are replaced too, so that folding
     * does not restore any of these.
     */
    private static Map<Integer, String> replaced() {
        Map<Integer, String> replaced = new HashMap<>();
        replaced.put(ALEF_WASLA, Character.toString(ALEF));
        int[] pairs = JAPANESE.codePoints().toArray();
        for (int i = 0; i < pairs.length; i += 2) {
            replaced.put(pairs[i], Character.toString(pairs[i + 1]));
        }
        Map<Integer, String> all = new HashMap<>(replaced);
        Normalizer2 folding = Normalizer2.getNFKCCasefoldInstance();
        for (String character : new UnicodeSet("[:Changes_When_NFKC_Casefolded:]")) {
            String folded = folding.normalize(character);
            StringBuilder form = new StringBuilder();
            folded.codePoints()
                    .filter(c -> isDropped(c) == false)
                    .forEach(c -> form.append(replaced.getOrDefault(c, Character.toString(c))));
            if (form.toString().equals(folded) == false) {
                // A separate mark is folded to a blank and the mark.
                all.put(character.codePointAt(0), form.toString().strip());
            }
        }
        return Map.copyOf(all);
    }
}
