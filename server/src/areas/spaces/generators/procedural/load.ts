/** The renderer and the image library, loaded by who renders: serving needs neither. */
export const loadSampleFolder = () => import('./sample-folder.ts')
