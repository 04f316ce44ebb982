/** Loaded with the first import or export: YAML and XML libraries stay out of memory until then. */
export const loadFormats = async () => (await import('@vermilion/contract/formats/registry')).formats
