package org.ndd.decisions;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedBy;
import org.ndd.core.group.DecidedPair;
import org.ndd.core.text.ApiName;
import org.ndd.core.text.ParameterCheck;

/**
 * The decision of a person about two documents, in the versions that the person saw. There is at most one per two documents.
 *
 * @param a the document whose index and id come first in their order
 */
public record PairDecision(DocumentState a, DocumentState b, Kind kind, DecidedBy by) implements Writeable {

    static final String DECISION = "decision";
    static final String A = "a";
    static final String B = "b";

    /** Approximate bytes of heap, without those of long names and reasons. */
    static final long RAM_BYTES = 1024;

    public enum Kind implements ApiName {
        /** The two are duplicates of each other, independent of their texts. */
        DUPLICATES,
        /** The two are never in one group. */
        NOT_DUPLICATES;

        /** Returns the kind with a name; throws {@link IllegalArgumentException} if there is none. */
        static Kind of(String value) {
            return ParameterCheck.choice(DECISION, value, values());
        }
    }

    public PairDecision {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(by);
        if (a.name().compareTo(b.name()) > 0) {
            DocumentState first = b;
            b = a;
            a = first;
        }
    }

    public PairDecision(StreamInput in) throws IOException {
        this(new DocumentState(in), new DocumentState(in), in.readEnum(Kind.class), readBy(in));
    }

    public static DecidedBy readBy(StreamInput in) throws IOException {
        return new DecidedBy(in.readString(), in.readLong(), in.readOptionalString());
    }

    public static void writeBy(StreamOutput out, DecidedBy by) throws IOException {
        out.writeString(by.user());
        out.writeLong(by.timestamp());
        out.writeOptionalString(by.reason());
    }

    static PairDecision of(Map<String, Object> source) {
        return new PairDecision(
                DocumentState.of((Map<?, ?>) source.get(A)),
                DocumentState.of((Map<?, ?>) source.get(B)),
                Kind.of((String) source.get(DECISION)),
                DecidedBy.of(source));
    }

    /** Returns the id of the decision about two documents with their indices, in any order: 27 characters of SHA-256. */
    static String id(DocumentName one, DocumentName other) {
        String name = Stream.of(one, other)
                .sorted()
                .flatMap(document -> Stream.of(document.index(), document.id()))
                .map(part -> part.length() + ":" + part)
                .reduce("", String::concat);
        return DocumentName.hash(name);
    }

    public String id() {
        return id(a.name(), b.name());
    }

    Map<String, Object> source() {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put(A, a.source());
        source.put(B, b.source());
        source.put(DECISION, kind.value());
        source.putAll(by.fields());
        return source;
    }

    /** Returns the decision without the versions of the documents. */
    public DecidedPair pair() {
        return new DecidedPair(
                a.name().index(), a.name().id(), b.name().index(), b.name().id(), kind == Kind.DUPLICATES, by);
    }

    long ramBytes() {
        return RAM_BYTES
                + Character.BYTES
                        * Stream.of(
                                        a.name().index(),
                                        a.name().id(),
                                        b.name().index(),
                                        b.name().id(),
                                        by.user(),
                                        by.reason())
                                .filter(Objects::nonNull)
                                .mapToLong(String::length)
                                .sum();
    }

    /** Returns both documents, in the versions that the person saw. */
    public List<DocumentState> documents() {
        return List.of(a, b);
    }

    public List<DocumentName> names() {
        return List.of(a.name(), b.name());
    }

    /** Returns the documents whose text changed after the decision, or that do not exist. If there are any, it has no effect. */
    public List<DocumentName> changed(Map<DocumentName, DocumentState> current) {
        return documents().stream()
                .filter(document -> document.equals(current.get(document.name())) == false)
                .map(DocumentState::name)
                .toList();
    }

    /** Returns whether both documents exist and have the texts of the decision. */
    public boolean isValid(Map<DocumentName, DocumentState> current) {
        return changed(current).isEmpty();
    }

    /**
     * Returns whether each of the two documents has the text of the decision, or does not exist. A deletion would otherwise end the effect
     * of decisions about the documents that it deletes.
     */
    public boolean isUnchanged(Map<DocumentName, DocumentState> current) {
        return changed(current).stream().noneMatch(current::containsKey);
    }

    /** Writes the fields of the decision, without the documents, into an object. */
    public void fields(XContentBuilder builder) throws IOException {
        builder.field(DECISION, kind.value());
        builder.mapContents(by.fields());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        a.writeTo(out);
        b.writeTo(out);
        out.writeEnum(kind);
        writeBy(out, by);
    }

    /** A document and the digest of its text, which is empty for a text without letters and digits. */
    public record DocumentState(DocumentName name, String digest) implements Writeable {

        static final String INDEX = "index";

        static final String ID = "id";
        static final String DIGEST = "digest";

        public DocumentState(StreamInput in) throws IOException {
            this(new DocumentName(in.readString(), in.readString()), in.readString());
        }

        static DocumentState of(Map<?, ?> source) {
            return new DocumentState(
                    new DocumentName((String) source.get(INDEX), (String) source.get(ID)), (String) source.get(DIGEST));
        }

        Map<String, Object> source() {
            Map<String, Object> source = new LinkedHashMap<>();
            source.put(INDEX, name.index());
            source.put(ID, name.id());
            source.put(DIGEST, digest);
            return source;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(name.index());
            out.writeString(name.id());
            out.writeString(digest);
        }
    }
}
