export { createPredictor, type Predictor } from '../serving/predictor.ts'
