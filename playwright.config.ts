import { defineConfig } from '@playwright/test'
import { findBrowser } from './tools/browser/find.ts'

const browser = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  // Each story starts a server of its own; one at a time leaves it the machine.
  workers: 1,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: browser === undefined ? {} : { executablePath: browser },
  },
})
