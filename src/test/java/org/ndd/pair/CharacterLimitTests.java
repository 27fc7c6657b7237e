package org.ndd.pair;

import org.elasticsearch.test.ESTestCase;

public class CharacterLimitTests extends ESTestCase {

    public void testTakesUpToLimit() {
        CharacterLimit limit = new CharacterLimit(100);
        assertTrue(limit.take(60));
        assertFalse(limit.take(41));
        assertTrue("a shorter pair fits", limit.take(40));
        assertFalse(limit.take(1));
        assertTrue("an empty pair fits", limit.take(0));
    }

    public void testFirstPairMayExceedLimit() {
        CharacterLimit limit = new CharacterLimit(100);
        assertTrue(limit.take(1000));
        assertFalse(limit.take(1));
    }
}
