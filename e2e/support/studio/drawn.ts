import type { Page } from '@playwright/test'
import { annotationEndpoints } from '../../../contract/src/annotation.ts'
import { datasetEndpoints, type Dataset } from '../../../contract/src/datasets.ts'
import type { LabeledImage } from '../../../contract/src/formats/labeled-images.ts'
import { shapeBounds } from '../../../contract/src/labels/bounds.ts'
import { boxOverlap } from '../../../contract/src/labels/box.ts'
import type { Call } from '../server/client.ts'
import { expect } from '../story.ts'
import { studio } from './studio.ts'

function boxesOf({ shapes }: LabeledImage) {
  return shapes.flatMap((shape) => {
    const box = shapeBounds(shape)
    return box === null ? [] : [{ labelIndex: shape.labelIndex, box }]
  })
}

/** Draws the first object with every kind of correction, then the others. */
export async function drawFirstImage(page: Page, image: LabeledImage): Promise<void> {
  const { canvas, drag, draw, shapes, saved } = studio(page)
  await expect(canvas).toBeVisible()
  // Gestures are safe once the image reports that it is saved, which it does right after loading.
  await saved()
  const [first] = boxesOf(image)
  await draw(image, first!.labelIndex, first!.box)
  await expect(shapes).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(shapes).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(shapes).toHaveCount(1)
  await drag(image, [2, 2], [40, 30])
  await expect(shapes).toHaveCount(2)
  await page.keyboard.press('Control+Backspace')
  await expect(shapes).toHaveCount(1)
  await saved()
  for (const { labelIndex, box } of boxesOf(image).slice(1)) await draw(image, labelIndex, box)
  await expect(shapes).toHaveCount(boxesOf(image).length)
}

export async function drawAll(page: Page, image: LabeledImage): Promise<void> {
  const { draw, shapes, saved } = studio(page)
  await saved()
  await expect(shapes).toHaveCount(0)
  for (const { labelIndex, box } of boxesOf(image)) await draw(image, labelIndex, box)
  await expect(shapes).toHaveCount(boxesOf(image).length)
}

/** Expects the server's shapes to match the picture within a pixel or two. */
export async function expectDrawn(call: Call, dataset: Dataset, image: LabeledImage): Promise<void> {
  const { items } = await call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
  const item = items.find(({ path }) => path.endsWith(image.path))
  const { shapes } = await call(annotationEndpoints.getAnnotation, { params: { itemId: item?.id ?? '' } })
  expect(item?.status).toBe('labeled')
  expect(shapes).toHaveLength(boxesOf(image).length)
  for (const { labelIndex, box } of boxesOf(image)) {
    const labelId = dataset.labels[labelIndex]?.id
    const best = Math.max(
      ...shapes.flatMap((shape) => ('box' in shape && shape.labelId === labelId ? [boxOverlap(shape.box, box)] : [])),
    )
    expect(best).toBeGreaterThan(0.85)
  }
}
