package org.ndd.site;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** Anchors of the headings of a page, the same as GitHub's, so that a link to a chapter works in both. */
final class Anchors {

    private final Map<String, Integer> used = new HashMap<>();

    /** The anchor of the next heading; a repeated heading gets a number. */
    String next(String heading) {
        String anchor = anchor(heading);
        int before = used.merge(anchor, 1, Integer::sum) - 1;
        return before == 0 ? anchor : anchor + "-" + before;
    }

    /** Letters, digits, {@code _} and {@code -} stay, in lower case, and each blank becomes a hyphen. */
    private static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{M}\\p{N}_\\- ]", "")
                .replace(' ', '-');
    }

    /** The visible text of a heading. */
    static String text(Node heading) {
        StringBuilder text = new StringBuilder();
        heading.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak part) {
                text.append(' ');
            }

            @Override
            public void visit(HardLineBreak part) {
                text.append(' ');
            }
        });
        return text.toString();
    }
}
