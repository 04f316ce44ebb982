/** A PNG of 64 × 64 pixels of the gray 114, on which any model can be tried. */
export const greyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAKklEQVR4nO3MMQ0AAAwDoGqu/6Mi9i0ggPQoAoFAIBAIBAKBQCAQCL4HA3TJIGrTDWCGAAAAAElFTkSuQmCC',
  'base64',
)
