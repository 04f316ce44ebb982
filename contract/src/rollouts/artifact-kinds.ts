/**
 * What can be installed on devices. `script`: an archive (tar.gz) with `manifest.json` (`scriptManifest`), `install`
 * and, where it has them, `check` and `rollback`; `model`: made by the server of a model of the repository.
 */
export const artifactKinds = ['script', 'deb', 'rauc', 'swupdate', 'model'] as const
export type ArtifactKind = (typeof artifactKinds)[number]
