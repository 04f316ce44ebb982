import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Where compiled code is cached between starts, by this program and those that it starts. */
export const compiledCodeFolder = fileURLToPath(new URL('../../../node_modules/.cache/vermilion', import.meta.url))

/** A start with cached code takes half the time. Call it before importing the rest of a program. */
export function keepCompiledCode(): void {
  enableCompileCache(compiledCodeFolder)
}

/** Saves the code compiled so far, for a process that may be killed. */
export function saveCompiledCode(): void {
  flushCompileCache()
}
