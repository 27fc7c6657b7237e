package org.ndd.core.text;

import org.elasticsearch.test.ESTestCase;

public class WordsTests extends ESTestCase {

    public void testOccurs() {
        assertTrue(Words.occurs("storms, storm", "storm"));
        assertFalse(Words.occurs("storms, snowstorm", "storm"));
        assertFalse(Words.occurs("", "storm"));
    }

    public void testCountsOccurrencesOfHan() {
        assertEquals(2, Words.occurrencesOfHan("上海港因上海风暴", "上海"));
        assertEquals("overlapping", 2, Words.occurrencesOfHan("哈哈哈", "哈哈"));
        assertEquals(0, Words.occurrencesOfHan("上海", "海上"));
    }
}
