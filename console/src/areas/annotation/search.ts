/** The filter of a dataset's images: it keeps the studio among those that it finds, and all other images are skipped. */
export { imageFilter as studioSearch } from '#areas/datasets'
