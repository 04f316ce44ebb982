/** Prefix of the server's own tags, hidden from clients and users. */
export const productTags = 'vermilion.'
