package org.ndd.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.xcontent.XContentFactory;
import org.ndd.cli.Ndd.Console;
import org.ndd.cli.Options.InvalidOptionException;
import org.ndd.cli.Options.Kind;
import org.ndd.config.NameCheck;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.Destination;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupNaming;

/**
 * The command {@code ndd group}: prints the groups of documents in files, in the form in which a run writes them. The versions of the
 * source documents are missing, because files have none.
 *
 * @param bulk index of the {@code _bulk} request that is printed before each document; {@code null} for no requests
 */
record GroupCommand(GroupOptions options, String bulk, boolean progress, List<String> files) implements Ndd.Command {

    static final Map<String, Kind> OPTIONS = GroupOptions.allOptions(Map.of("bulk", Kind.TEXT));

    static GroupCommand of(List<String> args) {
        Options options = Options.parse(args, OPTIONS);
        String bulk = options.text("bulk", null);
        if (bulk != null) {
            try {
                NameCheck.checkNewIndex("bulk", "an index", bulk, "");
            } catch (IllegalArgumentException e) {
                throw new InvalidOptionException(e.getMessage());
            }
        }
        return new GroupCommand(
                GroupOptions.of(options), bulk, options.flag("progress"), FileGroups.checkFiles(options.arguments()));
    }

    @Override
    public int run(Console console) throws IOException {
        FileGroups groups = FileGroups.of(options, files, progress, console);
        String run = bulk == null ? Destination.ofSource(options.index()) : bulk;
        GroupNaming naming =
                new GroupNaming(run, false, options.partition().execution().singletons());
        for (Group group : groups.partition().groups()) {
            for (GroupDocument document : naming.documents(group, GroupCommand::compared)) {
                if (bulk != null) {
                    Map<String, Object> names = new TreeMap<>(Map.of("_index", bulk, "_id", document.key()));
                    print(
                            BytesReference.bytes(XContentFactory.jsonBuilder().map(Map.of("index", names))),
                            console.out());
                }
                print(document.bytes(), console.out());
            }
        }
        return groups.complete() ? Ndd.DONE : Ndd.REJECTED;
    }

    private static ComparedDocument compared(PartitionDocument document) {
        return new ComparedDocument(document.index(), null, DocumentVersion.outsideCluster(document.id()));
    }

    private static void print(BytesReference line, OutputStream out) throws IOException {
        line.writeTo(out);
        out.write('\n');
    }
}
