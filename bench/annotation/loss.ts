/**
 * Loss test: `npm run bench annotation/loss [gestures] [seed]`. Labels in a real browser while the server is killed, the network
 * cut, the tab closed and the session expired; fails unless everything is saved.
 */
import { chromium } from '@playwright/test'
import { runLossStory } from '../../e2e/support/studio/loss-story.ts'
import { ensureBrowser } from '../../tools/browser/browser.ts'

const [count = '500', seed = '11'] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: ensureBrowser() })
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const { gestures, killed, seconds } = await runLossStory(context, Number(count), { seed: Number(seed) })
  const pace = ((seconds * 1000) / gestures).toFixed(0)
  console.log(`${gestures} gestures, ${killed} kills: nothing lost. ${seconds.toFixed(0)} s, ${pace} ms a gesture`)
} finally {
  await browser.close()
}
