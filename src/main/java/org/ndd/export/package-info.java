/** Implements the export API, and streams the rows of other APIs. Start with {@link org.ndd.export.ExportAction}. */
package org.ndd.export;
