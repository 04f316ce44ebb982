export { createPixelWork, type PixelWork } from '../scorers/pixels/pixels.ts'
