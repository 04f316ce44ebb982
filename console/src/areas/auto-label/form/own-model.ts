const prefix = 'model:'

/** The id of the custom model behind a labeler's id; null for chat services and assist models. */
export const ownModelOf = (labeller: string): string | null =>
  labeller.startsWith(prefix) ? labeller.slice(prefix.length) : null
