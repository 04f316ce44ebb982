import type { Box } from '../../labels/box.ts'
import { readAttributes } from '../attributes.ts'
import type { ImageSize } from '../codec.ts'
import { cleanPath } from '../images/image-paths.ts'
import type { LabeledShapeOf } from '../labeled-images.ts'
import type { FirstPixel } from '../offers.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { childText, type XmlElement } from '../xml/xml.ts'

type Attributes = Record<string, string | number | boolean>
type ReadObject = { line: number } & (
  | { name: string; shape: Omit<LabeledShapeOf<'box'>, 'labelIndex'>; unread: ProblemFinding[]; problem?: undefined }
  | { problem: ProblemFinding }
)

export interface VocAnnotation {
  fileName: string | null
  size: ImageSize | null
  objects: ReadObject[]
}

/**
 * Reads `annotation/filename, size/{width,height,depth}, object/{name,bndbox/{xmin,ymin,xmax,ymax}}`. VOC's own files, identified
 * by `source/annotation`, count pixels from 1 with inclusive ends; other tools count from 0 with exclusive ends.
 */
export function readVocAnnotation(root: XmlElement): VocAnnotation {
  const size = root.children.find(({ name }) => name === 'size')
  const [width, height] = [Number(childText(size, 'width')), Number(childText(size, 'height'))]
  const isSize = width > 0 && height > 0 && Number.isInteger(width) && Number.isInteger(height)
  const source = root.children.find(({ name }) => name === 'source')
  const firstPixel = /^PASCAL VOC/i.test(childText(source, 'annotation') ?? '') ? 1 : 0
  const fileName = cleanPath(childText(root, 'filename') ?? '')
  return {
    fileName: fileName === '' ? null : fileName,
    size: isSize ? { width, height } : null,
    objects: root.children
      .filter(({ name }) => name === 'object')
      .map((object, index) => readObject(object, index, firstPixel)),
  }
}

function readObject(element: XmlElement, index: number, firstPixel: FirstPixel): ReadObject {
  const { line } = element
  const where = `object ${index + 1}`
  const name = childText(element, 'name')
  if (name === null || name === '') return { line, problem: { reason: 'class-missing', values: { where } } }
  const corners = element.children.find((child) => child.name === 'bndbox')
  if (corners === undefined) return { line, problem: { reason: 'geometry-missing', values: { where } } }
  const numbers: number[] = []
  for (const corner of ['xmin', 'ymin', 'xmax', 'ymax']) {
    const text = childText(corners, corner) ?? ''
    const value = text === '' ? Number.NaN : Number(text)
    if (!Number.isFinite(value))
      return { line, problem: { reason: 'not-a-number', values: { text: `${corner}: ${text.slice(0, 40)}` } } }
    numbers.push(value)
  }
  const [left, top, right, bottom] = numbers as [number, number, number, number]
  const [x, y] = [left - firstPixel, top - firstPixel]
  const box: Box = { x, y, width: right - x, height: bottom - y }
  if (box.width <= 0 || box.height <= 0) {
    return { line, problem: { reason: 'box-empty', values: { where, width: box.width, height: box.height } } }
  }
  const { values, unread } = readAttributes(attributesOf(element), where)
  return { line, name, shape: { kind: 'box', box, ...values }, unread }
}

function attributesOf(element: XmlElement): Attributes {
  const marks = ['truncated', 'difficult', 'occluded'].filter((mark) => childText(element, mark) === '1')
  const pose = childText(element, 'pose')
  const more = element.children.find(({ name }) => name === 'attributes')?.children ?? []
  return {
    ...Object.fromEntries(marks.map((mark) => [mark, true])),
    ...(pose === null || pose === '' || pose === 'Unspecified' ? {} : { pose }),
    ...Object.fromEntries(
      more.map((entry) => [childText(entry, 'name') ?? '', parseValue(childText(entry, 'value') ?? '')]),
    ),
  }
}

function parseValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return text !== '' && String(Number(text)) === text ? Number(text) : text
}
