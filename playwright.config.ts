import { defineConfig } from '@playwright/test'
import { findBrowser } from './tools/browser/find.ts'
import { longTag, proofs, secondCircleTag } from './tools/test/circles.ts'
import { secondCircleStories } from './tools/test/second-circle.ts'

const browser = findBrowser()

/**
 * Of a flag that is given twice, a browser heeds the last: what Playwright switches off of what a page could notice, and
 * what a full Chromium loads for its own window beside every page, which costs as much as the page.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  // More than a third of what a story does is waiting.
  workers: 4,
  retries: 0,
  ...(proofs() === 'first' ? { testIgnore: [...secondCircleStories], grepInvert: [longTag, secondCircleTag] } : {}),
  ...(proofs() === 'everyday' ? { grepInvert: longTag } : {}),
  forbidOnly: process.env.CI !== undefined,
  // Enough on a slow machine, also beside the others: what is waited for comes when the machine has time for it.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    // A picture for each step of every way costs a tenth of a story; acceptance, loop and menu have motion, preferences both.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000,
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [`--disable-features=${disabledFeatures.join(',')}`],
      ...(browser === undefined ? {} : { executablePath: browser }),
    },
  },
})
