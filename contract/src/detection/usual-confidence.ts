/** From which score on predictions count and are drawn, where nobody says otherwise: weaker ones would cover a picture. */
export const usualConfidence = 0.25
