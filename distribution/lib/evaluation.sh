# Functions for scripts that execute classes of the project. Requires $project, the folder of the project.

die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# check_numbers NAME...: the options with these names must be positive numbers.
check_numbers() {
    local number
    for number; do
        [[ ${!number} =~ ^[1-9][0-9]*$ ]] || die "[--$number] must be at least [1], but was [${!number}]"
    done
}

# check_files FILE...: the files or folders must be readable.
check_files() {
    local file
    for file; do [ -r "$file" ] || die "[$file] must be a file or folder that can be read"; done
}

# check_node: $url must be the address of a node with the plugin.
check_node() {
    command -v curl > /dev/null || die '[curl] is needed and was not found: install curl'
    curl -fsS -m 10 -o /dev/null "$url/_ndd/stats" || die "[--url] must be the address of a node with ndd, but was [$url]"
}

# compilation_failed CODE LOG: prints the log, and ends with a message. Ends with the exit code of an interrupted command, without a message.
compilation_failed() {
    [ "$1" -le 128 ] || exit "$1"
    cat "$2" >&2
    die 'the project could not be compiled'
}

# run_evaluation CLASS HEAP ARGUMENT...: compiles the project and executes the class.
run_evaluation() {
    local class=$1 heap=$2 home=${JAVA_HOME:-} java classpath log
    shift 2
    java=${home:+$home/bin/}java
    command -v "$java" > /dev/null || die 'a JDK of version 17 or higher is needed: set JAVA_HOME'
    classpath=$project/target/evaluation.classpath
    log=$project/target/evaluation.log
    mkdir -p "$project/target"
    # shellcheck disable=SC2086
    "${MAVEN:-mvn}" ${MAVEN_ARGS:-} -q -B -Dstyle.color=never -f "$project/pom.xml" test-compile \
        dependency:build-classpath "-Dmdep.outputFile=$classpath" < /dev/null > "$log" 2>&1 ||
        compilation_failed $? "$log"
    exec "$java" "-Xmx$heap" -cp "$project/target/classes:$project/target/test-classes:$(cat "$classpath")" "$class" "$@"
}
