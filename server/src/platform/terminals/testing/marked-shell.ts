/** For stories, which may import only the server's test folders. */
export { becomeMarkedShell } from '../command-marks.ts'
