//! Filter programs (`filter.<name>.clean` and its like): they are known by name and never run.
//!
//! The configuration may have come with the repository, and looking for changes happens unasked.

use std::sync::Arc;

use gix::AttributeStack;
use gix::bstr::{BStr, BString};

/// The names under which filter programs are configured. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Drivers(Arc<[BString]>);

impl Drivers {
    /// Takes the filter programs out of the configuration of an opened repository, so that nothing
    /// can run them, and keeps their names.
    pub(crate) fn take_from(repo: &mut gix::Repository) -> gix::Result<Drivers> {
        let mut names = Vec::new();
        let mut sections = Vec::new();
        {
            let config = repo.config_snapshot();
            let filters = config.plumbing().sections_and_ids_by_name("filter");
            for (section, id) in filters.into_iter().flatten() {
                sections.push(id);
                let runs = ["clean", "process"].iter().any(|key| {
                    section
                        .value(key)
                        .is_some_and(|program| !program.is_empty())
                });
                if let Some(name) = section.header().subsection_name()
                    && runs
                    && !names.iter().any(|known| known == name)
                {
                    names.push(name.to_owned());
                }
            }
        }
        if !sections.is_empty() {
            let mut config = repo.config_snapshot_mut();
            for id in sections {
                config.remove_section_by_id(id);
            }
            config.commit()?;
        }
        Ok(Drivers(names.into()))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &BStr> {
        self.0.iter().map(BStr::new)
    }

    /// The filter program that the attributes of a path name, if it is one that is configured.
    pub(crate) fn of_path(
        &self,
        attributes: &mut AttributeStack<'_>,
        path: &BStr,
    ) -> gix::Result<Option<&BStr>> {
        if self.is_empty() {
            return Ok(None);
        }
        let mut filter = attributes.selected_attribute_matches(["filter"]);
        attributes
            .at_entry(path, None)
            .map_err(gix::Error::from_error)?
            .matching_attributes(&mut filter);
        let named = filter.iter_selected().find_map(|selected| {
            let name = selected.assignment.state.as_bstr()?;
            self.names().find(|known| *known == name)
        });
        Ok(named)
    }
}
