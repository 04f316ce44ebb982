/** For stories, which may use no more of the server than what its tests share. */
export { becomeMarkedShell } from '../command-marks.ts'
