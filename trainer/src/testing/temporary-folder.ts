import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Temporary folder, removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vermilion-trainer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
