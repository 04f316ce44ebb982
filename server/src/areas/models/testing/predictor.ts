export { createPredictor, type Predictor } from '../predictor.ts'
