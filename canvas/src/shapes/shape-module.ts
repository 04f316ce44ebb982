import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Size } from '../editor/document.ts'
import type { Frame } from '../editor/view.ts'

/** The part of a 2D context (or Path2D) that outlines need. */
export type Path = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'closePath' | 'rect' | 'arc'>

/** A grip for resizing. */
export interface Handle {
  id: string
  /** In image pixels. */
  at: Point
  /** CSS cursor. */
  cursor: string
}

/** What a kind of shape answers for itself. All points and lengths are image pixels unless they say otherwise. */
export interface ShapeModule<S extends Shape> {
  bounds: (shape: S) => Box
  /** Square pixels; picking prefers the smaller. */
  area: (shape: S) => number
  /** Whether the point lies in the shape or within the tolerance of its outline. */
  hits: (shape: S, point: Point, tolerance: number) => boolean
  /** The handles that have room at this scale (CSS pixels per image pixel). */
  handles: (shape: S, scale: number) => readonly Handle[]
  /** The shape after dragging one of its handles to a point; crossing over the opposite side is fine. Stays in the image. */
  resize: (shape: S, handle: string, to: Point, image: Size) => S
  moved: (shape: S, by: Point) => S
  /** Adds the outline, in CSS pixels of the frame, to a path. */
  trace: (path: Path, shape: S, frame: Frame) => void
}
