const prefix = 'model:'

export const ownModelOf = (labeller: string): string | null =>
  labeller.startsWith(prefix) ? labeller.slice(prefix.length) : null
