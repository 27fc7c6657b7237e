package org.ndd.groups;

import org.ndd.config.IndicesActionRequest;
import org.ndd.config.NameCheck;

/** A request of the groups API or of the export. Reads the groups of a source, on the node that receives it. */
public abstract class ReadGroupsRequest extends IndicesActionRequest {

    private final String noun;
    private final String dest;
    private final String field;

    /**
     * @param noun noun in the description of the task
     * @param indices the source, as the user typed it
     * @param dest the destination; {@code null} for the default destination of a single source
     * @param field target field of the processor, with the titles
     * @throws IllegalArgumentException if the destination is not one name
     */
    protected ReadGroupsRequest(String noun, String[] indices, String dest, String field) {
        super(indices);
        if (dest != null) {
            Destination.checkName(dest);
        }
        this.noun = noun;
        this.dest = dest == null && NameCheck.isSingleName(indices) ? Destination.ofSource(indices[0]) : dest;
        this.field = field;
        if (this.dest == null) {
            throw new IllegalArgumentException(
                    "[dest] must be specified if the path is not one name, but was missing for ["
                            + String.join(",", indices) + "]");
        }
    }

    public final String dest() {
        return dest;
    }

    public final String field() {
        return field;
    }

    @Override
    public final String getDescription() {
        return noun + " of [" + dest + "]";
    }
}
