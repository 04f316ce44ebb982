/** Default minimum score; lower ones would clutter a picture. */
export const usualConfidence = 0.25
