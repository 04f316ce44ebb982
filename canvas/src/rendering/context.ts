/** What is drawn on: the screen's canvas, or that of a worker. */
export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D
