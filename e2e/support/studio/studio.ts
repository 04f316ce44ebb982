import { expect, type Locator, type Page } from '@playwright/test'
import type { Box } from '../../../contract/src/labels/box.ts'

/** Margin of a fitted image in CSS pixels. */
const margin = 16
/** Maximum enlargement of a small image. */
const maxZoom = 8

interface Size {
  readonly width: number
  readonly height: number
}

/** The studio's canvas with the image fitted, driven by pointer and keyboard. */
export function studio(page: Page, canvasName = 'Image with its shapes') {
  const canvas: Locator = page.getByRole('application', { name: canvasName })

  /** Page position of a point of the image. */
  async function locate(image: Size, x: number, y: number): Promise<{ x: number; y: number }> {
    const frame = await canvas.boundingBox()
    if (frame === null) throw new Error('the canvas is not on the page')
    const fittingScale = Math.min((frame.width - 2 * margin) / image.width, (frame.height - 2 * margin) / image.height)
    const scale = Math.min(maxZoom, fittingScale)
    return {
      x: frame.x + (frame.width - image.width * scale) / 2 + x * scale,
      y: frame.y + (frame.height - image.height * scale) / 2 + y * scale,
    }
  }

  async function drag(image: Size, from: [number, number], to: [number, number]): Promise<void> {
    const [start, end] = [await locate(image, ...from), await locate(image, ...to)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 })
    await page.mouse.move(end.x, end.y, { steps: 3 })
    await page.mouse.up()
  }

  return {
    canvas,
    /** Rows of the list of shapes. */
    shapes: page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^(Hide|Show) shape/ }) }),
    saved: () => expect(page.getByText('Saved', { exact: true })).toBeVisible(),
    locate,
    drag,
    /** Selects the class by digit and drags a box. */
    async draw(image: Size, labelIndex: number, { x, y, width, height }: Box): Promise<void> {
      await canvas.focus()
      await page.keyboard.press('Escape')
      await page.keyboard.press('b')
      await page.keyboard.press(String(labelIndex + 1))
      await drag(image, [x, y], [x + width, y + height])
    },
  }
}
