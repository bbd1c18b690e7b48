// Style sheets that scripts import: build.mjs bundles them.
declare module '*.css';
