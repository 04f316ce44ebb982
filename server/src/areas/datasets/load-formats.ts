/** Loaded with the first import or export: the libraries that read YAML and XML are held by nobody before. */
export const loadFormats = async () => (await import('@vermilion/contract/formats/registry')).formats
