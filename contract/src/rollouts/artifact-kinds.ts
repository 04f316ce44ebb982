/** `script`: tar.gz with `manifest.json` and `install`, optionally `check` and `rollback`. `model`: built by the server. */
export const artifactKinds = ['script', 'deb', 'rauc', 'swupdate', 'model'] as const
export type ArtifactKind = (typeof artifactKinds)[number]
