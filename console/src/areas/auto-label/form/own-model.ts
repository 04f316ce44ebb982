const prefix = 'model:'

/** The id of the own model that a labeller's id stands for; null for chat services and assist models. */
export const ownModelOf = (labeller: string): string | null =>
  labeller.startsWith(prefix) ? labeller.slice(prefix.length) : null
