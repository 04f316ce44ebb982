import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Size } from '../editor/document/document.ts'
import type { Frame } from '../editor/view.ts'
import type { Context } from '../rendering/context.ts'

/** The part of a 2D context (or Path2D) that outlines need. */
export type Path = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'closePath' | 'rect' | 'arc'>

/** A grip for resizing. */
export interface Handle {
  id: string
  /** In image pixels. */
  at: Point
  /** CSS cursor. */
  cursor: string
  /** Drawn smaller: it makes something new when it is dragged. */
  slight?: true
}

export interface Fill {
  /** Any CSS colour. */
  colour: string
  /** 0 to 1. */
  alpha: number
  /** Drawn quickly rather than finely. */
  isCoarse?: boolean
  /** Striped or fainter, for shapes not yet accepted. */
  isHatched?: boolean
}

export type Combination = 'unite' | 'subtract'

/** Behavior of a kind of shape. Points and lengths are in image pixels unless stated. */
export interface ShapeModule<S extends Shape> {
  /** Loads what changing such shapes takes; drawing and picking them does without. */
  prepare?: () => Promise<void>
  bounds: (shape: S) => Box
  /** Square pixels; picking prefers the smaller. */
  area: (shape: S) => number
  /** True when the point is inside the shape or within the tolerance of its outline. */
  hits: (shape: S, point: Point, tolerance: number) => boolean
  /** The handles that have room at this scale (CSS pixels per image pixel). */
  handles: (shape: S, scale: number) => readonly Handle[]
  /** The shape after dragging one of its handles to a point; crossing over the opposite side is fine. Stays in the image. */
  resize: (shape: S, handle: string, to: Point, image: Size) => S
  moved: (shape: S, by: Point) => S
  /** Adds the outline, in CSS pixels of the frame, to a path. */
  trace: (path: Path, shape: S, frame: Frame) => void
  /** Strokes the outline at once, where that costs less than a path; leaves the path of the context as it is. */
  stroke?: (context: Context, shape: S, frame: Frame) => void
  /** False where the trace is only the frame around the shape, which is not drawn at rest. */
  outlined?: false
  /** Fills the shape's area; kinds without it are drawn as outlines at rest. */
  fill?: (context: Context, shape: S, frame: Frame, fill: Fill) => void
  /** The shape without one of its handles' points, null where nothing would be left; kinds without it keep all points. */
  withoutHandle?: (shape: S, handle: string) => S | null
  /** The first with the others added or taken away; null where nothing is left. */
  combine?: (first: S, others: readonly S[], combination: Combination) => S | null
  /** The shape with fewer points, none of them further off than the tolerance. */
  simplified?: (shape: S, tolerance: number) => S
  /** The shape with nothing cut out of it. */
  withoutHoles?: (shape: S) => S
  /** The same area as another kind of shape: an outline as pixels, pixels as their outline. */
  converted?: (shape: S, image: Size) => Shape | null
  /** The part of the shape that lies in an image, null where none does; kinds without it may hang over an edge. */
  within?: (shape: S, image: Size) => S | null
  /** The id that such a shape always has, where it cannot be there twice; copies of other kinds get new ones. */
  idOf?: (shape: S) => string
  /** For kinds with straight sides that snap to edges: the fixed corner while a handle is dragged. */
  opposite?: (shape: S, handle: string) => Point
  /** Such a shape belongs to the whole image: it is never drawn, picked or selected there. */
  placeless?: true
}
