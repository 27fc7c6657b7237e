# Functions for scripts that need Java and Maven. Requires $project, the folder of the project.

die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# need PROGRAM REMEDY: the program must be in the PATH, or be a path.
need() { command -v "$1" > /dev/null 2>&1 || die "[$1] is needed and was not found: $2"; }

# parse_options OPTIONS SWITCHES ARGUMENT...: sets the variable of each of these options to its value, that of each switch to true, and rest to
# the other arguments.
parse_options() {
    local with_value=" $1 " switches=" $2 "
    shift 2
    rest=()
    while [ $# -gt 0 ]; do
        if [[ $1 =~ ^(-h|--help|help)$ ]]; then
            usage && exit 0
        elif [[ $1 != -* ]]; then
            rest+=("$1")
        elif [[ $with_value == *" $1 "* ]]; then
            [ $# -ge 2 ] || die "[$1] must be followed by a value"
            printf -v "${1#--}" %s "$2"
            shift
        elif [[ $switches == *" $1 "* ]]; then
            printf -v "${1#--}" true
        else
            die "unknown option [$1] (see $(basename "$0") --help)"
        fi
        shift
    done
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
    need curl 'install curl'
    curl -fsS -m 10 -o /dev/null "$url/_ndd/stats" || die "[--url] must be the address of a node with ndd, but was [$url]"
}

# find_jdk: sets $java and $javac, the programs of the JDK.
find_jdk() {
    java=${JAVA_HOME:+$JAVA_HOME/bin/}java javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
    command -v "$javac" > /dev/null || die 'a JDK of version 17 or higher is needed: set JAVA_HOME'
}

# maven LOG ARGUMENT...: executes Maven, and prints its log only if it fails. After an interruption, ends the script without a message.
maven() {
    local log=$1 code=0
    shift
    mkdir -p "$(dirname "$log")"
    # shellcheck disable=SC2086
    "${MAVEN:-mvn}" ${MAVEN_ARGS:-} -q -B -Dstyle.color=never -f "$project/pom.xml" "$@" < /dev/null > "$log" 2>&1 || code=$?
    [ $code -le 128 ] || exit $code
    [ $code -eq 0 ] || { cat "$log" >&2 && return 1; }
}

# run_evaluation CLASS HEAP ARGUMENT...: compiles the project and executes the class.
run_evaluation() {
    local class=$1 heap=$2 classpath=$project/target/evaluation.classpath
    shift 2
    find_jdk
    maven "$project/target/evaluation.log" test-compile dependency:build-classpath "-Dmdep.outputFile=$classpath" ||
        die 'the project could not be compiled'
    exec "$java" "-Xmx$heap" -cp "$project/target/classes:$project/target/test-classes:$(cat "$classpath")" "$class" "$@"
}

# evaluate_corpora CLASS ARGUMENT...: executes the class with the arguments of the script, except the options --heap and --help.
evaluate_corpora() {
    local class=$1 heap=3g arguments=()
    shift
    while [ $# -gt 0 ]; do
        case $1 in
            -h | --help | help) usage && exit 0 ;;
            --heap)
                [ $# -ge 2 ] || die '[--heap] must be followed by a size'
                heap=$2
                shift
                ;;
            *) arguments+=("$1") ;;
        esac
        shift
    done
    [ ${#arguments[@]} -gt 0 ] || die "[CORPUS] must be given (see $(basename "$0") --help)"
    run_evaluation "$class" "$heap" "${arguments[@]}"
}
