package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import org.apache.lucene.tests.util.LuceneTestCase;

public class WhiteSpaceTests extends LuceneTestCase {

    public void testWhiteSpaceIsThatOfUnicode() {
        for (int c = Character.MIN_CODE_POINT; c <= Character.MAX_CODE_POINT; c++) {
            assertEquals(
                    Integer.toHexString(c), UCharacter.hasBinaryProperty(c, UProperty.WHITE_SPACE), WhiteSpace.is(c));
            assertTrue(Integer.toHexString(c), WhiteSpace.is(c) || WhiteSpace.isLineBreak(c) == false);
        }
    }
}
