import * as packaged from '@annotorious/annotorious'
import { colours, fitted, panAndZoom, type Candidate, type Ground } from './candidate.ts'

/** The used API of the package, whose own types cannot be resolved by Node's rules. */
interface Annotator {
  setAnnotations: (annotations: readonly Annotation[]) => void
  getAnnotations: () => readonly Annotation[]
  getAnnotationById: (id: string) => Annotation
  setSelected: (id: string) => void
  cancelSelected: () => void
  setDrawingTool: (name: 'rectangle') => void
  setDrawingMode: (mode: 'drag') => void
  setDrawingEnabled: (enabled: boolean) => void
}
interface Annotation {
  id: string
  bodies: readonly { id: string; annotation: string; purpose: string; value: string }[]
  target: { annotation: string; selector: { type: 'RECTANGLE' | 'POLYGON'; geometry: object } }
}
const { createImageAnnotator } = packaged as unknown as {
  createImageAnnotator: (
    image: HTMLImageElement,
    options: { drawingEnabled: boolean; style: (annotation: Annotation) => object },
  ) => Annotator
}

/** Annotorious has no pan and zoom for images: its page uses a transform, which is cheapest. */
const frame = document.createElement('div')
Object.assign(frame.style, { position: 'absolute', left: '0', top: '0', transformOrigin: '0 0' })
document.body.append(frame)
const view = { scale: 1, x: 0, y: 0 }
let annotator: Annotator

const applyView = () =>
  void (frame.style.transform = `matrix(${view.scale}, 0, 0, ${view.scale}, ${view.x}, ${view.y})`)
panAndZoom(view, applyView)

function annotationOf(id: string, label: number, selector: Annotation['target']['selector']): Annotation {
  const bodies = [{ id: `${id}-label`, annotation: id, purpose: 'tagging', value: `${label}` }]
  return { id, bodies, target: { annotation: id, selector } }
}

function boxOf({ id, label, x, y, width: w, height: h }: Ground['boxes'][number]): Annotation {
  const bounds = { minX: x, minY: y, maxX: x + w, maxY: y + h }
  return annotationOf(id, label, { type: 'RECTANGLE', geometry: { x, y, w, h, bounds } })
}

function polygonOf({ id, label, points }: Ground['polygons'][number]): Annotation {
  const pairs = points.flatMap((x, at): [number, number][] => (at % 2 === 0 ? [[x, points[at + 1] ?? 0]] : []))
  const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
  const bounds = { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) }
  return annotationOf(id, label, { type: 'POLYGON', geometry: { points: pairs, bounds } })
}

const geometryOf = (id: string) =>
  annotator.getAnnotationById(id).target.selector.geometry as { x: number; y: number; w: number; h: number }
const settled = () => new Promise((resolve) => setTimeout(resolve, 1_000))

const candidate: Candidate = {
  async load({ image, boxes, polygons }) {
    const picture = new Image()
    picture.src = image.source
    await picture.decode()
    frame.append(picture)
    Object.assign(view, fitted(image))
    applyView()
    const style = ({ bodies }: Annotation) => ({ stroke: colours[Number(bodies[0]?.value ?? 0)], fillOpacity: 0 })
    annotator = createImageAnnotator(picture, { drawingEnabled: false, style })
    annotator.setAnnotations([...boxes.map(boxOf), ...polygons.map(polygonOf)])
    await settled()
  },
  async handleOf(id) {
    annotator.setSelected(id)
    await settled()
    const { x, y, w, h } = geometryOf(id)
    return { x: view.x + (x + w) * view.scale, y: view.y + (y + h) * view.scale }
  },
  beginDrawing() {
    annotator.cancelSelected()
    annotator.setDrawingTool('rectangle')
    annotator.setDrawingMode('drag')
    annotator.setDrawingEnabled(true)
  },
  shapes: () => annotator.getAnnotations().length,
  rightOf: (id) => geometryOf(id).x + geometryOf(id).w,
}
window.candidate = candidate
