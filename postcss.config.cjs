// light-dark() is the browser's own: it works before any script and on :root, where the preset's rewriting does not.
module.exports = { plugins: { 'postcss-preset-mantine': { features: { lightDarkFunction: false } } } }
