import { annotationEndpoints } from '../contract/src/annotation.ts'
import { type DatasetItem } from '../contract/src/datasets/items.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import type { Shape } from '../contract/src/labels/index.ts'
import { storyLanguages } from './support/screen/looks.ts'
import { hold } from './support/screen/hold.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect } from './support/story.ts'
import { expectHint, expectOptionsWhole, optionsWords } from './support/studio/options-bar.ts'
import { studio } from './support/studio/studio.ts'
import { image, open, test, type World } from './support/studio/world.ts'

/** Request for the next free image. */
const takeNext = '**/datasets/*/next'

const shapesOf = async ({ call }: World, item: DatasetItem | undefined): Promise<Shape[]> =>
  (await call(annotationEndpoints.getAnnotation, { params: { itemId: item?.id ?? '' } })).shapes

test('R2.24 R2.25 R2.26 R2.36 boxes: drawn, described, locked, copied to the next image, reviewed, by keys that can be changed', async ({
  page,
  world,
}) => {
  const { dataset, items } = await world.make('target-detection')
  const { draw, drag, locate, shapes, saved } = studio(page)
  const row = (index: number) => shapes.nth(index).getByRole('button', { name: /^dirt/ })
  await enter(page, world)
  await open(page, dataset, items[0])

  await test.step('a box has what its label says of new ones, and takes what is chosen beside it', async () => {
    // Without labels it opens with the drawing tool.
    await expect(page.getByRole('button', { name: 'Draw boxes' })).toHaveAttribute('aria-pressed', 'true')
    await draw(image, 0, { x: 40, y: 40, width: 60, height: 50 })
    await expect(shapes).toHaveCount(1)
    await expect(page.getByLabel('Surface')).toHaveValue('dry')
    await page.getByLabel('Surface').selectOption('wet')
    const remark = page.getByLabel('Remark')
    await remark.fill('on the left')
    await remark.press('Enter')
    await remark.fill('nowhere')
    await remark.press('Escape')
    await expect(remark).toHaveValue('on the left')
    await page.keyboard.press('v')
    await expect(page.getByRole('button', { name: 'Select and move' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('b')
    await drag(image, [150, 100], [200, 160])
    await expect(shapes).toHaveCount(2)
  })

  await test.step('undo, redo, and a locked shape that no key deletes', async () => {
    await page.getByRole('application').focus()
    await page.keyboard.press('Control+z')
    await expect(shapes).toHaveCount(1)
    await page.keyboard.press('Control+Shift+z')
    await expect(shapes).toHaveCount(2)
    await row(1).click()
    await page.getByRole('button', { name: 'Lock shape 1' }).click()
    await page.keyboard.press('Control+Backspace')
    await expect(shapes).toHaveCount(2)
    await row(0).click()
    await page.keyboard.press('Control+Backspace')
    await expect(shapes).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect(shapes).toHaveCount(2)
  })

  await test.step('saving leads on; the shapes of the image before are copied by one key', async () => {
    const goOn = await hold(page, takeNext)
    const start = await locate(image, 220, 20)
    await page.keyboard.press('b')
    await page.getByRole('button', { name: /^Done/ }).click()
    await expect(page.locator('aside[inert]')).toBeVisible()
    await page.mouse.move(start.x, start.y)
    await page.keyboard.press('Control+z')
    await page.mouse.down()
    goOn()
    await expect(page.getByText('Image 2 of 4')).toBeVisible()
    await saved()
    const { x, y } = await locate(image, 60, 60)
    await page.mouse.move(x, y)
    await page.mouse.up()
    await expect(shapes).toHaveCount(0)
    await page.keyboard.press('Control+Shift+v')
    await expect(shapes).toHaveCount(2)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Image 3 of 4')).toBeVisible()
    const [first, second] = [await shapesOf(world, items[0]), await shapesOf(world, items[1])]
    const boxesOf = (all: readonly Shape[]) => all.map((shape) => ('box' in shape ? shape.box : null))
    expect(boxesOf(second)).toEqual(boxesOf(first))
    expect(Object.values(first[0]?.attributes ?? {})).toEqual(['wet', 'on the left'])
    expect(Object.values(second[0]?.attributes ?? {})).toEqual(['wet', 'on the left'])
  })

  await test.step('R2.36 Alt+N rejects with a note that the annotator sees, Alt+Y accepts and leads on', async () => {
    await open(page, dataset, items[0])
    const accept = page.getByRole('button', { name: 'Accept' })
    await expect(accept).toBeEnabled()
    await page.keyboard.press('Alt+n')
    await page.getByLabel('What to correct').fill('The box is too wide')
    // While typing, the shortcut for accepting does nothing.
    await page.keyboard.press('Alt+y')
    await page.getByLabel('Name of the new label').press('Alt+y')
    await expect(page.getByLabel('What to correct')).toHaveValue('The box is too wide')
    await page.getByLabel('What to correct').press('Alt+n')
    await expect(page.getByText('Image 2 of 4')).toBeVisible()
    await expect(accept).toBeEnabled()
    await page.keyboard.press('Alt+y')
    await expect(page.getByText('Image 3 of 4')).toBeVisible()
    const datasetItems = (
      await world.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
    ).items
    expect(datasetItems.map(({ status }) => status)).toEqual(['rejected', 'reviewed', 'to-label', 'to-label'])
    await open(page, dataset, items[0])
    await expect(page.getByText('The box is too wide')).toBeVisible()
  })

  await test.step('R2.36 a key is given to another command after a warning, and stays so', async () => {
    await page.getByRole('button', { name: 'Keys', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Keys of the studio' })
    await dialog.getByRole('button', { name: 'Add a key to Draw boxes' }).click()
    await page.keyboard.press('x')
    await expect(dialog.getByRole('alert')).toContainText('X runs “Cut the next outline out of the selection” now')
    await dialog.getByRole('button', { name: 'Use it here' }).click()
    await dialog.getByRole('button', { name: 'Take B from Draw boxes' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.reload()
    await saved()
    const drawing = page.getByRole('button', { name: 'Draw boxes' })
    await page.keyboard.press('v')
    await page.keyboard.press('b')
    await expect(drawing).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('x')
    await expect(drawing).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('?')
    const drawKeys = page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .locator('dl > div', { hasText: 'Draw boxes' })
    await expect(drawKeys.locator('kbd')).toHaveText(['R', 'X'])
  })
})

test('R2.25 R2.26 R2.36 classes: a digit says what the image shows and leads to the next; several on wish', async ({
  page,
  world,
}) => {
  const { dataset, items } = await world.make('picture-classification')
  await prefer(page, { lang: 'zh-CN', theme: 'dark' })
  await enter(page, world)
  await open(page, dataset, items[0])
  await expect(page.getByText('已保存', { exact: true })).toBeVisible()
  const goOn = await hold(page, takeNext)
  // A digit works as soon as the image is loaded, even before the list of classes.
  const showClasses = await hold(page, '**/assets/class-panel-*.js')
  await page.reload()
  await expect(page.getByText('已保存', { exact: true })).toBeVisible()
  await page.keyboard.press('2')
  // Input while the next image loads does not affect the previous one.
  await expect(page.locator('aside[inert]')).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('ArrowRight')
  goOn()
  showClasses()
  await expect(page.getByText('第 2 张，共 4 张')).toBeVisible()
  await page.getByRole('radio', { name: /animal/ }).click()
  await expect(page.getByText('第 3 张，共 4 张')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('第 2 张，共 4 张')).toBeVisible()
  await expect(page.getByRole('radio', { name: /animal/ })).toBeChecked()

  await page.getByRole('switch', { name: '可选多个类别' }).click()
  await page.getByRole('application').focus()
  await page.keyboard.press('1')
  await expect(page.getByRole('checkbox', { name: /dirt/ })).toBeChecked()
  await page.keyboard.press('2')
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('checkbox', { name: /电缆/ })).not.toBeChecked()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('第 3 张，共 4 张')).toBeVisible()

  const namesOf = async (item: DatasetItem | undefined) =>
    (await shapesOf(world, item)).map(({ labelId }) => dataset.labels.find(({ id }) => id === labelId)?.name)
  expect(await namesOf(items[0])).toEqual(['电缆'])
  await expect.poll(async () => new Set(await namesOf(items[1]))).toEqual(new Set(['animal', 'dirt']))
  const datasetItems = (await world.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} }))
    .items
  expect(datasetItems.map(({ status }) => status)).toEqual(['labeled', 'labeled', 'to-label', 'to-label'])
})

test('R2.25 R2.26 regions: outlined and painted, with a hole, taken back step by step, and kept as drawn', async ({
  page,
  world,
}) => {
  const { dataset, items } = await world.make('semantic-segmentation')
  const { locate, drag, shapes, saved } = studio(page)
  const outline = async (...points: [number, number][]) => {
    for (const [x, y] of points) {
      const at = await locate(image, x, y)
      await page.mouse.click(at.x, at.y)
    }
    await page.keyboard.press('Enter')
  }
  await enter(page, world)
  await open(page, dataset, items[0])
  await page.keyboard.press('p')
  await outline([40, 40], [160, 40], [160, 160], [40, 160])
  await expect(shapes).toHaveCount(1)
  await page.keyboard.press('x')
  await outline([70, 70], [110, 70], [110, 110], [70, 110])
  await expect(page.getByRole('button', { name: /^Undo: subtract/ })).toBeVisible()
  await expect(shapes).toHaveCount(1)

  await page.keyboard.press('m')
  // A slider uses the arrow keys, but not the studio's shortcuts.
  await page.getByRole('slider', { name: 'Size' }).press('ArrowRight')
  await page.keyboard.press('e')
  await expect(page.getByRole('button', { name: 'Erase' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('m')
  await page.keyboard.press('Escape')
  await page.keyboard.press('2')
  await drag(image, [220, 60], [280, 180])
  await expect(shapes).toHaveCount(2)
  await page.keyboard.press('e')
  await drag(image, [210, 120], [290, 120])
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: /^Redo: erase/ })).toBeVisible()

  await page.getByRole('button', { name: 'Brightness, contrast, channel' }).click()
  await page.getByRole('slider', { name: 'Brightness' }).fill('2')
  await page.getByRole('radio', { name: 'Red' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Image 2 of 4')).toBeVisible()
  await saved()

  const stored = await shapesOf(world, items[0])
  const polygon = stored.flatMap((shape) => ('polygon' in shape ? [shape.polygon] : []))
  expect(polygon.map(({ rings }) => rings.length)).toEqual([2])
  expect(stored.flatMap((shape) => ('mask' in shape ? [shape.mask.height > 100] : []))).toEqual([true])
  expect(stored.map(({ labelId }) => labelId)).toEqual([dataset.labels[0]?.id, dataset.labels[1]?.id])
  await page.keyboard.press('PageUp')
  await expect(page.getByText('Image 1 of 4')).toBeVisible()
  await expect(shapes).toHaveCount(2)
})

for (const lang of storyLanguages) {
  test(`R2.25 R2.36 options of a tool: icons say what they are for, and none is cut where they do not fit: ${lang}`, async ({
    page,
    world,
  }) => {
    const text = optionsWords[lang]
    const { dataset, items } = await world.make('semantic-segmentation', `options ${lang}`)
    await prefer(page, { lang })
    await enter(page, world)
    await open(page, dataset, items[0])
    const bar = page.getByRole('toolbar', { name: text.bar })
    // Without a model this tool has a sentence to say beside its options: no tool needs more room.
    await page.getByRole('button', { name: text.segment, exact: true }).click()
    await expect(bar.getByRole('alert')).toBeAttached()
    expect(await expectOptionsWhole(page, text), '1440 px have room for all').toBe(false)
    await expectHint(page, bar.getByRole('button', { name: text.sticky }), text.stickyHint)
    for (const name of [text.crosshair, text.minimap, text.keys])
      await expectHint(page, bar.getByRole('button', { name, exact: true }), name)

    for (const width of [720, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => expectOptionsWhole(page, text)).toBe(true)
      const overflow = bar.getByRole('button', { name: text.all, exact: true })
      await overflow.focus()
      await page.keyboard.press('Enter')
      const panel = bar.getByRole('group', { name: text.all })
      await expect(panel).toBeInViewport({ ratio: 1 })
      expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await panel.getByRole('radio', { name: text.overwrite }).check()
      await expect(panel.getByRole('radio', { name: text.overwrite })).toBeChecked()
      const sticky = panel.getByRole('button', { name: text.sticky })
      const pressed = await sticky.getAttribute('aria-pressed')
      await sticky.click()
      await expect(sticky).toHaveAttribute('aria-pressed', pressed === 'true' ? 'false' : 'true')
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      await expect(overflow).toBeFocused()
    }
  })
}
