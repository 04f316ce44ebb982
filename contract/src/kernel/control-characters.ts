/** C0, DEL and C1; separators of lines and paragraphs; the marks that reorder what a person reads ("gpj.exe"). */
export const controlCharacters = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
