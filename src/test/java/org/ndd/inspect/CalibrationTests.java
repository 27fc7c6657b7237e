package org.ndd.inspect;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import org.elasticsearch.common.Strings;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.inspect.PairEvaluator.Calibration;

public class CalibrationTests extends ESTestCase {

    private static final double EXACT = 1e-12;

    public void testBins() {
        double[] confidences = {0, 0.0999, 0.1, 0.55, 0.9, 0.999, 1};
        int[] bins = {0, 0, 1, 5, 9, 9, 9};
        for (int i = 0; i < confidences.length; i++) {
            Calibration one = new Calibration().add(true, confidences[i]);
            for (int bin = 0; bin < 10; bin++) {
                assertEquals(bin == bins[i] ? 1 : 0, one.bins().get(bin).pairs());
            }
            assertEquals(confidences[i], one.bins().get(bins[i]).meanConfidence(), 0);
        }
    }

    public void testExpectedError() {
        assertNull(new Calibration().expectedError());
        Calibration kept = new Calibration();
        for (int i = 0; i < 10; i++) {
            kept.add(i < 9, 0.9);
        }
        assertEquals("90 % of ten pairs", 0, kept.expectedError(), EXACT);
        // a calibrated bin of ten pairs, and a bin of five with one expected and three actual duplicates
        for (int i = 0; i < 5; i++) {
            kept.add(i < 3, 0.2);
        }
        assertEquals(2.0 / 15, kept.expectedError(), EXACT);
        assertEquals(0.6, kept.bins().get(2).shareOfDuplicates(), EXACT);
        assertEquals(0.2, kept.bins().get(2).meanConfidence(), EXACT);
    }

    public void testToXContent() throws IOException {
        XContentBuilder builder = JsonXContent.contentBuilder().startObject();
        new Calibration().add(true, 0.75).add(false, 0.75).toXContent(builder);
        String printed = Strings.toString(builder.endObject());
        assertThat(
                printed,
                containsString("\"calibration\":{\"expected_error\":0.25,\"bins\":[{\"from\":0.0,\"to\":0.1,"));
        assertThat(
                printed,
                containsString("{\"from\":0.7,\"to\":0.8,\"pairs\":2,\"confidence\":0.75,\"duplicates\":0.5}"));
        assertThat(printed, containsString("\"pairs\":0,\"confidence\":null,\"duplicates\":null}"));
    }
}
