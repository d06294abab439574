/** A document, without scripts being run. @param {string} address @returns {Promise<Document>} */
export const fetchDocument = (address) => new Promise((resolve, reject) => {
  const fetching = new XMLHttpRequest();
  fetching.open('GET', address);
  fetching.responseType = 'document';
  fetching.onload = () => (fetching.response ? resolve(fetching.response) : reject(fetching.status));
  fetching.onerror = reject;
  fetching.send();
});
