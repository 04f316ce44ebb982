/** Context of a canvas on the page or in a worker. */
export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D
