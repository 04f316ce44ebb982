import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Size } from '../editor/document/document.ts'
import type { Frame } from '../editor/view.ts'
import type { Context } from '../rendering/context.ts'

/** Subset of a 2D context (or Path2D) for outlines. */
export type Path = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'closePath' | 'rect' | 'arc'>

export interface Handle {
  id: string
  /** In image pixels. */
  at: Point
  cursor: string
  /** Drawn smaller: dragging it creates something. */
  slight?: true
}

export interface Fill {
  colour: string
  /** 0 to 1. */
  alpha: number
  /** Prefers speed over quality. */
  isCoarse?: boolean
  /** Striped or fainter, for shapes not yet accepted. */
  isHatched?: boolean
}

export type Combination = 'unite' | 'subtract'

/** Behavior of a kind of shape. Points and lengths are in image pixels unless stated. */
export interface ShapeModule<S extends Shape> {
  prepare?: () => Promise<void>
  bounds: (shape: S) => Box
  /** In square pixels; picking prefers the smaller. */
  area: (shape: S) => number
  /** True when the point is inside the shape or within the tolerance of its outline. */
  hits: (shape: S, point: Point, tolerance: number) => boolean
  /** Handles with enough space at this scale (CSS pixels per image pixel). */
  handles: (shape: S, scale: number) => readonly Handle[]
  /** The shape after dragging a handle to a point, possibly across the opposite side. Stays in the image. */
  resize: (shape: S, handle: string, to: Point, image: Size) => S
  moved: (shape: S, by: Point) => S
  /** Adds the outline in CSS pixels of the frame to a path. */
  trace: (path: Path, shape: S, frame: Frame) => void
  stroke?: (context: Context, shape: S, frame: Frame) => void
  outlined?: false
  /** Fills the area; kinds without it are drawn as outlines. */
  fill?: (context: Context, shape: S, frame: Frame, fill: Fill) => void
  /** The shape without a handle's point, null when nothing is left; absent for kinds with fixed points. */
  withoutHandle?: (shape: S, handle: string) => S | null
  /** Unites or subtracts the others; null when nothing is left. */
  combine?: (first: S, others: readonly S[], combination: Combination) => S | null
  simplified?: (shape: S, tolerance: number) => S
  withoutHoles?: (shape: S) => S
  converted?: (shape: S, image: Size) => Shape | null
  /** Part of the shape inside an image, null when none; kinds without it may overhang. */
  within?: (shape: S, image: Size) => S | null
  /** Fixed id of shapes that cannot occur twice; copies of other kinds get new ones. */
  idOf?: (shape: S) => string
  /** For kinds with straight sides that snap to edges: the fixed corner while a handle is dragged. */
  opposite?: (shape: S, handle: string) => Point
  /** Image-level: never drawn, picked or selected on the canvas. */
  placeless?: true
}
