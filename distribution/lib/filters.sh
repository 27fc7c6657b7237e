# Installs token filters that are missing in Elasticsearch's distribution for tests. Requires $project, the folder of the project.

# install_filters HOME: compiles src/filters as a plugin of the Elasticsearch in HOME. Nodes load it at their next start. Needs a JDK.
install_filters() {
    local home=$1 source=$project/src/filters classes plugin=$1/plugins/ndd-filters jdk=${ES_JAVA_HOME:-${JAVA_HOME:-}}
    jdk=${jdk:+$jdk/bin/}
    classes=$(mktemp -d)
    find "$source/java" -name '*.java' -exec \
        "${jdk}javac" -encoding UTF-8 -nowarn -proc:none --release 17 -cp "$home/lib/*" -d "$classes" {} + || { rm -rf "$classes" && return 1; }
    rm -rf "$plugin"
    mkdir -p "$plugin"
    "${jdk}jar" --create --file "$plugin/filters.jar" -C "$classes" .
    rm -rf "$classes"
    {
        cat "$source/plugin-descriptor.properties"
        printf 'elasticsearch.version=%s\n' "${home##*/elasticsearch-}"
    } > "$plugin/plugin-descriptor.properties"
}
